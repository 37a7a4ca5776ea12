-- Removes a membership from a user's index, unless a later one has started.
-- KEYS[1] chats of a user (sorted set: chat by tick)
-- ARGV[1] chat                    ARGV[2] tick at which the user was no member
-- Reply: 1 if it was removed, else 0.  O(log n).
local tick = redis.call('ZSCORE', KEYS[1], ARGV[1])
if tick and tonumber(tick) <= tonumber(ARGV[2]) then return redis.call('ZREM', KEYS[1], ARGV[1]) end
return 0
