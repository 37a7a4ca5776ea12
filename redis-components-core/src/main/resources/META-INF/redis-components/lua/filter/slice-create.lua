-- Makes a slice of a Bloom filter, in full size at once, so that later no addition has to.
-- KEYS[1] the slice (string: eight bytes of epoch, then bits)
-- ARGV[1] epoch      ARGV[2] how many bits it has, the epoch included
-- Reply: 1.  O(bits).
if redis.call('BITFIELD', KEYS[1], 'GET', 'i64', '0')[1] > 0 then return 1 end
redis.call('SETBIT', KEYS[1], ARGV[2] - 1, 0)
redis.call('BITFIELD', KEYS[1], 'SET', 'i64', '0', ARGV[1])
return 1
