-- Returns the users that a user follows, the latest first.
-- KEYS[1] following (sorted set: users by microseconds)
-- ARGV[1] microseconds to start before                        ARGV[2] the most users
-- Reply: users and microseconds, alternating.  O(log N + n).
return redis.call('ZREVRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '-inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
