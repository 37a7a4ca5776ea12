-- Counts whom a user follows, and by whom that one is followed.
-- KEYS[1] following (sorted set)  KEYS[2] followers (sorted set)   both in the slot of the user
-- Reply: {following, followers}.  O(1).
return {redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[2])}
