-- Adds members to an index that is being built, and extends its expiry.
-- KEYS[1] the index that is being built (sorted set, GEOADD)
-- ARGV[1] for how many milliseconds it is kept                ARGV longitude, latitude and member in turn, at most 1000 of them
-- Reply: how many are new.  O(members log n).
local added = redis.call('GEOADD', KEYS[1], unpack(ARGV, 2, #ARGV))
local refused = redis.pcall('PEXPIRE', KEYS[1], ARGV[1])
if type(refused) == 'table' then
	-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
	redis.call('DEL', KEYS[1])
	return refused
end
return added
