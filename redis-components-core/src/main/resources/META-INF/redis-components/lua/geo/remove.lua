-- Removes members.
-- KEYS[1] points (sorted set)
-- ARGV[i] members, at most 1000
-- Reply: how many there were.  O(members log n).
local removed = 0
for i = 1, #ARGV do
	removed = removed + redis.call('ZREM', KEYS[1], ARGV[i])
end
return removed
