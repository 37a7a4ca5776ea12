-- Adds a membership to a user's index.
-- KEYS[1] chats of a user (sorted set: chat by tick)
-- ARGV[1] chat                    ARGV[2] tick of the membership
-- Reply: 1 if it was added, 0 if it was there.  O(log n).
return redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[1])
