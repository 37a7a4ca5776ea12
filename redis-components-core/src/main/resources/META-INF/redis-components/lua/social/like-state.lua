-- Returns whether a user likes an item, and the number of its likes.
-- KEYS[1] likes (sorted set: user by microseconds)
-- ARGV[1] user
-- Reply: {1 if liked else 0, count}.  O(1).
return {redis.call('ZSCORE', KEYS[1], ARGV[1]) and 1 or 0, redis.call('ZCARD', KEYS[1])}
