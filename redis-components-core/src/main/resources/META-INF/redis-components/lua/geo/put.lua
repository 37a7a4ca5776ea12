-- Adds members or moves them.
-- KEYS[1] points (sorted set, GEOADD)
-- ARGV longitude, latitude and member in turn, at most 1000 of them
-- Reply: how many are new.  O(members log n).  #ARGV is three times their number.
return redis.call('GEOADD', KEYS[1], unpack(ARGV))
