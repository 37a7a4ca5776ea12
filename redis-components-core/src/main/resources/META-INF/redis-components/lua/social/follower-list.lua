-- Returns the followers of a user, in the order of their bytes.
-- KEYS[1] followers (sorted set: users)
-- ARGV[1] user to start after, empty for all              ARGV[2] last user, empty for all
-- ARGV[3] the most users
-- Reply: users.  O(log N + n).
local last = ARGV[2] == '' and '+' or '[' .. ARGV[2]
return redis.call('ZRANGE', KEYS[1], '(' .. ARGV[1], last, 'BYLEX', 'LIMIT', 0, ARGV[3])
