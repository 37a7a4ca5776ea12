-- Raises the epoch of a slice of a Bloom filter, so that a client with an older one is rejected.
-- KEYS[1] the slice (string), or where another engine keeps its epoch
-- ARGV[1] epoch
-- Reply: 1, or 0 if the slice is not there.  O(1).
local epoch = redis.call('BITFIELD', KEYS[1], 'GET', 'i64', '0')[1]
if epoch < 1 then return 0 end
if epoch < tonumber(ARGV[1]) then redis.call('BITFIELD', KEYS[1], 'SET', 'i64', '0', ARGV[1]) end
return 1
