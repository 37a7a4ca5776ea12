-- Extends a lease on one node, never shortens it. If the lock is free, because the node was not reached or lost its data,
-- the lease is created for later renewals; it does not count for this one.
-- KEYS[1] the lock (hash, see quorum-acquire.lua)
-- ARGV[1] lease id   ARGV[2] new duration of the lease from now in ms   ARGV[3] how long the key outlives it in ms
-- ARGV[4] the token of the lease
-- Reply: 1 if the lease id held the lock on this node, 2 if it holds it from now on, 0 if another lease
-- holds it or it was released.  O(1).
local v = redis.call('HMGET', KEYS[1], 'o', 'f', 'd')
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local ends = v[3] and tonumber(v[3]) or 0
local mine = v[1] == ARGV[1]
if (ends > now and not mine) or (ends == 0 and mine) then
	return 0
end
local reply = (mine and ends > now) and 1 or 2
ends = math.max(ends, now + ARGV[2])
local token = math.max(v[2] and tonumber(v[2]) or 0, tonumber(ARGV[4]))
local keep = string.format('%.0f', ends - now + ARGV[3])
-- First: where a right was taken away, there is no new key without an expiry.
local new = redis.call('PEXPIRE', KEYS[1], keep) == 0
redis.call('HSET', KEYS[1], 'o', ARGV[1], 'f', string.format('%.0f', token), 'd', string.format('%.0f', ends))
if new then redis.call('PEXPIRE', KEYS[1], keep) end
return reply
