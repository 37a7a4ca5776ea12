-- Returns the holder of one of Redisson's locks.
-- KEYS[1] the lock (hash of Redisson: holder -> holds, and mode for read-write locks)
-- KEYS[2] state of the name (hash: f last token, k kind)
-- KEYS[3] the queue of a fair lock (list of Redisson), or KEYS[1] again for other kinds
-- ARGV[1] the channel on which clients wait
-- Reply: {holder or '', last token or 0, remaining ms of the lease, waiters}.  O(holders).
local waiting
if KEYS[3] ~= KEYS[1] then
	waiting = redis.call('LLEN', KEYS[3])
else
	local sharded = 'SHARDNUMSUB'
	local all = 'NUMSUB'
	waiting = redis.call('PUBSUB', all, ARGV[1])[2]
	local more = redis.pcall('PUBSUB', sharded, ARGV[1])
	if more[2] then
		waiting = waiting + more[2]
	end
end
local token = tonumber(redis.call('HGET', KEYS[2], 'f') or 0)
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
	if field ~= 'mode' then
		return {field, token, redis.call('PTTL', KEYS[1]), waiting}
	end
end
return {'', token, 0, waiting}
