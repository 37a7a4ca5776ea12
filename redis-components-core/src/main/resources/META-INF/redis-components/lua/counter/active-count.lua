-- Counts the users of one chunk that were active on one of several days, or on all of them.
-- KEYS[1] work (string, gone afterwards)          KEYS[i] from the second on: the chunk on each of the days
-- ARGV[1] OR for one of them, AND for all
-- Reply: the count, or -1 if there is one day only and its chunk is missing.  O(bytes times days), 4000 bytes at most.
local counted = KEYS[2]
if #KEYS == 2 and redis.call('EXISTS', counted) == 0 then return -1 end
if #KEYS > 2 then
	counted = KEYS[1]
	-- A missing right must fail before there is a work key, which has no expiry.
	redis.call('BITCOUNT', counted)
	redis.call('GETBIT', counted, 0)
	redis.call('DEL', counted)
	redis.call('BITOP', ARGV[1], counted, unpack(KEYS, 2))
end
-- Bit 0 is not a user.
local count = redis.call('BITCOUNT', counted) - redis.call('GETBIT', counted, 0)
if #KEYS > 2 then redis.call('DEL', counted) end
return count
