-- Lists who follows a user, in the order of their bytes.
-- KEYS[1] followers (sorted set: users)
-- ARGV[1] only those after that one, empty for all        ARGV[2] only those up to that one, empty for all
-- ARGV[3] the most that are wanted
-- Reply: users.  O(log N + n).
local last = ARGV[2] == '' and '+' or '[' .. ARGV[2]
return redis.call('ZRANGE', KEYS[1], '(' .. ARGV[1], last, 'BYLEX', 'LIMIT', 0, ARGV[3])
