-- Changes a member's score in every window of a ranked set, once per operation.
-- KEYS[1] operation (string: the scores it made)
-- KEYS[2], KEYS[3] and each further pair: ranking (sorted set) and members (hash) of a window, all in one slot
-- A ranking has the member behind the eight bytes of its turn, so that equal scores are in the order in which
-- they were reached; members has the turn by member, and under the empty name the number of turns, negative where the
-- lowest score is first. Where the highest is first, scores are stored negated.
-- ARGV[1] set, improve or increment       ARGV[2] member          ARGV[3] score or increment, as stored
-- ARGV[4] least and ARGV[5] greatest score as it is stored        ARGV[6] 1 if the highest is first, -1 if the lowest
-- ARGV[7] when the windows begin and ARGV[8] end, in milliseconds ARGV[9] for how many milliseconds the operation is
-- remembered, 0 for not at all            ARGV[10] and on, two for each window: when it is forgotten in milliseconds, 0
-- for never, and the name of its period
-- Reply: {0, now} it is time for other windows, {1, name, score, ...} done, {2, score} out of range, {3} ordered the other
-- way, {4} one of the keys of a window is lost, see rank-mend.lua.
-- O(log N) for each window.
local done = redis.call('GET', KEYS[1])
if done then
	local reply = {1}
	-- Earlier versions wrote the scores alone, in the order of the periods.
	local n = 0
	for name, score in string.gmatch(done, '(%a*)=?(%-?%d+)') do
		n = n + 1
		if name == '' then name = ARGV[9 + 2 * n] end
		if name then
			reply[#reply + 1] = name
			reply[#reply + 1] = score
		end
	end
	return reply
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[7]) or now >= tonumber(ARGV[8]) then return {0, now} end

local mode, member, value, step = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[6])
local changes = {}
for i = 2, #KEYS, 2 do
	local turns = tonumber(redis.call('HGET', KEYS[i + 1], '') or 0)
	if turns * step < 0 then return {3} end
	if redis.call('ZCARD', KEYS[i]) ~= math.max(redis.call('HLEN', KEYS[i + 1]) - 1, 0) then return {4} end
	local place = redis.call('HGET', KEYS[i + 1], member)
	local old = redis.call('ZSCORE', KEYS[i], (place or '') .. member)
	old = place and old and tonumber(old) or nil
	local new = value
	if mode == 'increment' then
		new = (old or 0) + value
	elseif mode == 'improve' and old and old < value then
		new = old
	end
	-- Exact: both are below 2^53, and a sum beyond that is rounded to something that is still beyond the limits.
	if old ~= new and (new < tonumber(ARGV[4]) or new > tonumber(ARGV[5])) then
		return {2, string.format('%.0f', old or 0)}
	end
	changes[#changes + 1] = {i, place, old, new, turns}
end

-- Neither member nor key: a missing right must fail before a member loses its score, and before a change that a repetition
-- would make again. The first of these is what a full server refuses.
redis.call('ZADD', KEYS[2], 'XX', 0, '')
redis.call('ZREM', KEYS[2], '')
if ARGV[9] ~= '0' then redis.call('SET', KEYS[1], '', 'XX') end
local scores, reply = {}, {1}
for n, change in ipairs(changes) do
	local i, place, old, new = change[1], change[2], change[3], change[4]
	if old ~= new then
		local expiry = ARGV[8 + 2 * n]
		if expiry ~= '0' then redis.call('PEXPIREAT', KEYS[i + 1], expiry) end
		local turns = change[5] + step
		local turn = struct.pack('>I8', math.abs(turns))
		redis.call('HSET', KEYS[i + 1], '', string.format('%.0f', turns), member, turn)
		if place then redis.call('ZREM', KEYS[i], place .. member) end
		redis.call('ZADD', KEYS[i], string.format('%.0f', new), turn .. member)
		if expiry ~= '0' then
			redis.call('PEXPIREAT', KEYS[i], expiry)
			redis.call('PEXPIREAT', KEYS[i + 1], expiry)
		end
	end
	reply[2 * n], reply[2 * n + 1] = ARGV[9 + 2 * n], string.format('%.0f', new)
	scores[n] = reply[2 * n] .. '=' .. reply[2 * n + 1]
end
if ARGV[9] ~= '0' then redis.call('SET', KEYS[1], table.concat(scores, ' '), 'PX', ARGV[9]) end
return reply
