-- Acknowledges entries that are still the caller's, by consumer and number of deliveries.
-- KEYS[1] stream                  KEYS[2] retry (sorted set: entry by next attempt)
-- KEYS[3] trace (hash: lines by entry)            all in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] consumer                ARGV[3] 1 to delete them
-- ARGV[4] and on: id and number of deliveries of each, ascending ids, 500 entries at most
-- Reply: for each 1 acknowledged, 0 somebody else's or given back, 2 not pending.  O(n log N).
local stream, retry, group, me = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
local n = (#ARGV - 3) / 2
local mine = {}
if n > 3 then
	for _, p in ipairs(redis.call('XPENDING', stream, group, ARGV[4], ARGV[#ARGV - 1], n * 2 + 50, me)) do
		mine[p[1]] = p[4]
	end
end
local retries = redis.call('ZCARD', retry) > 0
local traced = redis.call('HLEN', KEYS[3]) > 0
local result, done = {}, {}
for i = 4, #ARGV, 2 do
	local id, count = ARGV[i], mine[ARGV[i]]
	local code = 0
	if not count then
		local p = redis.call('XPENDING', stream, group, id, id, 1)[1]
		if not p then
			code = 2
		elseif p[2] == me then
			count = p[4]
		end
	end
	if count == tonumber(ARGV[i + 1]) and not (retries and redis.call('ZSCORE', retry, id)) then
		code = 1
		done[#done + 1] = id
	end
	result[#result + 1] = code
end
if #done > 0 then
	redis.call('XACK', stream, group, unpack(done))
	if ARGV[3] == '1' then redis.call('XDEL', stream, unpack(done)) end
	if traced then redis.call('HDEL', KEYS[3], unpack(done)) end
end
return result
