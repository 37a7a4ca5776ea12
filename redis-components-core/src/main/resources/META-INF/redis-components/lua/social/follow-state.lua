-- Returns whether a user follows another one, and the stamp of the last change.
-- KEYS[1] following (sorted set)  KEYS[2] changes (sorted set)     both in the slot of the follower
-- ARGV[1] the other user
-- Reply: {1 if followed else 0, stamp of the last change, 0 if none is remembered}.  O(1).
return {redis.call('ZSCORE', KEYS[1], ARGV[1]) and 1 or 0, redis.call('ZSCORE', KEYS[2], '>' .. ARGV[1]) or '0'}
