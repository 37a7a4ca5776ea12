-- Makes a slice of a Bloom filter by the server's own commands.
-- KEYS[1] the slice (a filter of the server)      KEYS[2] its epoch (string, eight bytes)      both in one slot
-- ARGV[1] epoch      ARGV[2] error rate      ARGV[3] capacity
-- Reply: 1.  O(capacity).
if redis.call('BITFIELD', KEYS[2], 'GET', 'i64', '0')[1] > 0 and redis.call('EXISTS', KEYS[1]) == 1 then return 1 end
redis.call('BF.RESERVE', KEYS[1], ARGV[2], ARGV[3])
redis.call('BITFIELD', KEYS[2], 'SET', 'i64', '0', ARGV[1])
return 1
