-- Extends a lease, if the caller still owns it.
-- KEYS[1] lease (hash: t the owner's token)
-- ARGV[1] token   ARGV[2] lease in ms from now
-- Reply: 1 extended, 0 another owner or no lease.  O(1).
if redis.call('HGET', KEYS[1], 't') ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
