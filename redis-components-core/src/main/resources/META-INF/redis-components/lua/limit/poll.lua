-- Removes the oldest element of a queue, once per operation.
-- KEYS[1] order (sorted set: id by counter)       KEYS[2] values (hash: value by id)
-- KEYS[3] result of this operation (string)       all in the slot of the queue's name
-- ARGV[1] for how many milliseconds to remember that
-- Reply: the element's value, nil if there is none.  O(log N).
local done = redis.call('GET', KEYS[3])
if done then return done end
if redis.call('HLEN', KEYS[2]) == 0 then
	-- The values may have been evicted, and their thousands of ids are of no use.
	redis.call('UNLINK', KEYS[1])
	return false
end
while true do
	local id = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
	if not id then return false end
	local value = redis.call('HGET', KEYS[2], id)
	-- A missing right must fail before the element is gone, and a command that needs no memory comes first, see
	-- lock/release.lua. No field: it removes nothing.
	redis.call('HDEL', KEYS[2], '')
	if value then redis.call('SET', KEYS[3], value, 'PX', ARGV[1]) end
	redis.call('ZREM', KEYS[1], id)
	redis.call('HDEL', KEYS[2], id)
	if value then return value end
end
