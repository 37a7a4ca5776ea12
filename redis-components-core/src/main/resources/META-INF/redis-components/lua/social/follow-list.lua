-- Lists whom a user follows, the last one first.
-- KEYS[1] following (sorted set: users by microseconds)
-- ARGV[1] only those before that, in microseconds         ARGV[2] the most that are wanted
-- Reply: users and microseconds by turns.  O(log N + n).
return redis.call('ZREVRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '-inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
