-- Notes in a user's index that a membership began.
-- KEYS[1] chats of a user (sorted set: chat by tick)
-- ARGV[1] which chat              ARGV[2] tick of the membership
-- Reply: 1 if it was not there, else 0.  O(log n).
return redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[1])
