-- Returns the users that like an item.
-- KEYS[1] likes (sorted set: user by microseconds)
-- ARGV[1] earliest or latest      ARGV[2] microseconds to start after, or before, exclusive
-- ARGV[3] the most users
-- Reply: users and microseconds, alternating.  O(log N + n).
local from = '(' .. ARGV[2]
if ARGV[1] == 'earliest' then
	return redis.call('ZRANGEBYSCORE', KEYS[1], from, '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[3])
end
return redis.call('ZREVRANGEBYSCORE', KEYS[1], from, '-inf', 'WITHSCORES', 'LIMIT', 0, ARGV[3])
