-- Appends messages to a queue's stream, each id once.
-- KEYS[1] stream                  KEYS[2] and on: the key of each id, in the order of the messages that have one
--                                 all in the slot of the queue's tag
-- ARGV[1] how many the stream may hold, 0 for any number
-- ARGV[2] REJECT, DROP_OLDEST or DROP_PENDING: what is done when it is full
-- ARGV[3] for how many milliseconds an id refuses another
-- ARGV[4] and on: payload, id, attempts and back-off of each message, empty for none
-- Reply: entry id and 1 for a duplicate, else 0, for each message; nothing at all if the queue is full.
-- O(n), and the number of groups when the queue is full.
local stream, max, overflow = KEYS[1], tonumber(ARGV[1]), ARGV[2]
local length = redis.call('XLEN', stream)
local new, seen, k = 0, {}, 1
for i = 4, #ARGV, 4 do
	local id = ARGV[i + 1]
	if id == '' then
		new = new + 1
	else
		k = k + 1
		if not redis.call('GET', KEYS[k]) and not seen[id] then
			new = new + 1
			seen[id] = true
		end
	end
end

if max > 0 and new > 0 and length + new > max then
	if overflow == 'REJECT' or new > max then return {} end
	if overflow == 'DROP_OLDEST' then
		-- Everything up to the entry that some group was given last may be pending.
		local lastMs, lastSeq = 0, 0
		for _, group in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
			for f = 1, #group, 2 do
				if group[f] == 'last-delivered-id' then
					local ms, seq = string.match(group[f + 1], '^(%d+)%-(%d+)$')
					ms, seq = tonumber(ms), tonumber(seq)
					if ms > lastMs or (ms == lastMs and seq > lastSeq) then lastMs, lastSeq = ms, seq end
				end
			end
		end
		local drop = math.min(length + new - max, 5000)
		local oldest = redis.call('XRANGE', stream, string.format('(%.0f-%.0f', lastMs, lastSeq), '+', 'COUNT', drop)
		if #oldest < drop then return {} end
		for i = 1, #oldest do oldest[i] = oldest[i][1] end
		redis.call('XDEL', stream, unpack(oldest))
	else
		redis.call('XTRIM', stream, 'MAXLEN', max - new)
	end
end

local result = {}
k = 1
for i = 4, #ARGV, 4 do
	local id, entry = ARGV[i + 1], false
	if id ~= '' then
		k = k + 1
		entry = redis.call('GET', KEYS[k])
	end
	result[#result + 1] = entry
	result[#result + 1] = entry and 1 or 0
	if not entry then
		local fields = {'v', ARGV[i]}
		if id ~= '' then fields[3], fields[4] = 'i', id end
		if ARGV[i + 2] ~= '' then fields[#fields + 1] = 'a'; fields[#fields + 1] = ARGV[i + 2] end
		if ARGV[i + 3] ~= '' then fields[#fields + 1] = 'b'; fields[#fields + 1] = ARGV[i + 3] end
		entry = redis.call('XADD', stream, '*', unpack(fields))
		result[#result - 1] = entry
		if id ~= '' then redis.call('SET', KEYS[k], entry, 'PX', ARGV[3]) end
	end
end
return result
