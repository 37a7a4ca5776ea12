-- Counts the users of one chunk that were active on a day, and how many of them on each of several others.
-- KEYS[1] work (string, gone afterwards)          KEYS[2] the chunk on that day
-- KEYS[i] from the third on: the chunk on the others
-- Reply: {active on the day, and on the first of the others, ...}.  O(bytes times days), 4000 bytes at most.
-- Bit 0 is not a user.
-- A key of another type and a missing right must fail before there is a work key, which has no expiry.
redis.call('DEL', KEYS[1])
for i = 3, #KEYS do redis.call('GETBIT', KEYS[i], 0) end
local counts = {redis.call('BITCOUNT', KEYS[2]) - redis.call('GETBIT', KEYS[2], 0)}
for i = 3, #KEYS do
	redis.call('BITOP', 'AND', KEYS[1], KEYS[2], KEYS[i])
	counts[i - 1] = redis.call('BITCOUNT', KEYS[1]) - redis.call('GETBIT', KEYS[1], 0)
end
redis.call('DEL', KEYS[1])
return counts
