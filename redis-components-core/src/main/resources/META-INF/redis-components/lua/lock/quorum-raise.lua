-- Raises the token of a lease on one node.
-- KEYS[1] the lock (hash, see quorum-acquire.lua)
-- ARGV[1] lease id   ARGV[2] its token
-- Reply: 1, or 0 if the lease id does not hold the lock on this node.  O(1).
local v = redis.call('HMGET', KEYS[1], 'o', 'f', 'd')
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
if v[1] ~= ARGV[1] or tonumber(v[3] or 0) <= now then
	return 0
end
if tonumber(v[2]) < tonumber(ARGV[2]) then
	redis.call('HSET', KEYS[1], 'f', ARGV[2])
end
return 1
