-- Reads the newest elements of a queue.
-- KEYS[1] order (sorted set: id by counter)       KEYS[2] values (hash: value by id)
-- ARGV[1] the largest number to return
-- Reply: their values, newest first.  O(n + log N).
local ids = redis.call('ZREVRANGE', KEYS[1], 0, ARGV[1] - 1)
local result = {}
for from = 1, #ids, 5000 do
	local part = redis.call('HMGET', KEYS[2], unpack(ids, from, math.min(from + 4999, #ids)))
	for i = 1, #part do
		if part[i] then result[#result + 1] = part[i] end
	end
end
return result
