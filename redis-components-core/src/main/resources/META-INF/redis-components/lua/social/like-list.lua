-- Reads those who like something.
-- KEYS[1] likes (sorted set: user by microseconds)
-- ARGV[1] earliest or latest      ARGV[2] only likes after that, or before it, in microseconds, without that itself
-- ARGV[3] the most that are wanted
-- Reply: users and microseconds by turns.  O(log N + n).
local from = '(' .. ARGV[2]
if ARGV[1] == 'earliest' then
	return redis.call('ZRANGEBYSCORE', KEYS[1], from, '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[3])
end
return redis.call('ZREVRANGEBYSCORE', KEYS[1], from, '-inf', 'WITHSCORES', 'LIMIT', 0, ARGV[3])
