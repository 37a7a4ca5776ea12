-- Counts the users that a user follows, and the followers of the user.
-- KEYS[1] following (sorted set)  KEYS[2] followers (sorted set)   both in the slot of the user
-- Reply: {following, followers}.  O(1).
return {redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[2])}
