-- Moves a member's position forward, never back, and removes the messages that all members have read.
-- KEYS[1] messages (stream)                       KEYS[2] members (sorted set: member by position)
-- KEYS[3] meta (hash: seq, tick, op, own:<user>)
-- KEYS[4] own (sorted set: sender and number of messages that their sender has not acknowledged, all with score 0)
-- all in the slot of the chat
-- ARGV[1] user                    ARGV[2] the last read number    ARGV[3] ttl in milliseconds, 0 for none
-- Reply: {0, 0, 0} no member, {1, position, seq of the last message, 1 if own messages remain to be forgotten else 0}
-- acknowledged, {2, position, seq of the last message} there is no such message yet and nothing was changed.
-- O(log n + messages removed). Forgets at most 500 own messages; the same call again goes on.
local stream, members, meta, own = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local seq, ttl = tonumber(ARGV[2]), tonumber(ARGV[3])
local position = redis.call('ZSCORE', members, ARGV[1])
local last = redis.call('HGET', meta, 'seq')
redis.call('XLEN', stream)
redis.call('ZCARD', own)
if not position or not last then return {0, '0', '0'} end
if seq > tonumber(last) then return {2, position, last} end

local function acknowledge_dropped(before)
	local packed = redis.call('HGET', meta, 'own:' .. ARGV[1])
	local runs = packed and cmsgpack.unpack(packed)
	if type(runs) ~= 'table' then runs = {0, 0} end
	local left = {0, runs[2]}
	-- Where they lie among those that are only counted is not known.
	if runs[2] > seq then left[1] = math.floor(runs[1] * (runs[2] - seq) / (runs[2] - before)) end
	for i = 3, #runs, 2 do
		local first = math.max(runs[i], seq + 1)
		if first < runs[i] + runs[i + 1] then
			left[#left + 1] = first
			left[#left + 1] = runs[i] + runs[i + 1] - first
		end
	end
	if left[1] > 0 or #left > 2 then
		redis.call('HSET', meta, 'own:' .. ARGV[1], cmsgpack.pack(left))
	else
		redis.call('HDEL', meta, 'own:' .. ARGV[1])
	end
end

-- Needs no memory, and with it the script has written: only before that a full server refuses commands that may need some.
local mine = #ARGV[1] .. ':' .. ARGV[1] .. ':'
local from, to = '[' .. mine, '[' .. mine .. string.format('%016.0f', math.max(seq, tonumber(position)))
local last_own = redis.call('ZRANGEBYLEX', own, from, to, 'LIMIT', 499, 1)[1]
redis.call('ZREMRANGEBYLEX', own, from, last_own and '[' .. last_own or to)
if seq > tonumber(position) then
	local before = tonumber(position)
	position = ARGV[2]
	redis.call('ZADD', members, position, ARGV[1])
	local slowest = redis.call('ZRANGE', members, 0, 0, 'WITHSCORES')[2]
	redis.call('XTRIM', stream, 'MINID', '=', string.format('%.0f', slowest + 1))
	acknowledge_dropped(before)
end
if ttl > 0 or redis.call('PTTL', meta) >= 0 then
	for _, key in ipairs(KEYS) do
		if ttl > 0 then redis.call('PEXPIRE', key, ttl) else redis.call('PERSIST', key) end
	end
end
return {1, position, last, last_own and 1 or 0}
