-- Sets the length of a queue and trims it.
-- KEYS[1] order (sorted set: id by counter)       KEYS[2] values (hash: value by id)
-- KEYS[3] meta (hash: length, next)               all in the slot of the queue's name
-- ARGV[1] the length              ARGV[2] ttl in milliseconds, 0 for none
-- Reply: how many elements were trimmed.  O(n log N).
local order, values, meta = KEYS[1], KEYS[2], KEYS[3]
local ttl = tonumber(ARGV[2])
redis.call('HGET', meta, 'length')
redis.call('HLEN', values)
local extra = math.max(0, redis.call('ZCARD', order) - tonumber(ARGV[1]))
redis.call('HSET', meta, 'length', ARGV[1])
local left = extra
while left > 0 do
	local oldest = redis.call('ZRANGE', order, 0, math.min(left, 1000) - 1)
	redis.call('ZREM', order, unpack(oldest))
	redis.call('HDEL', values, unpack(oldest))
	left = left - #oldest
end
if ttl > 0 then
	for _, key in ipairs({order, values, meta}) do redis.call('PEXPIRE', key, ttl) end
end
return extra
