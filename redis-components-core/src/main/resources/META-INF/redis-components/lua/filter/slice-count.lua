-- Counts the bits of a slice of a Bloom filter that are set.
-- KEYS[1] the slice (string: eight bytes of epoch, then bits)
-- Reply: {epoch, bits}; the epoch is 0 if the slice is not there.  O(bits).
return {redis.call('BITFIELD', KEYS[1], 'GET', 'i64', '0')[1], redis.call('BITCOUNT', KEYS[1], 8, -1)}
