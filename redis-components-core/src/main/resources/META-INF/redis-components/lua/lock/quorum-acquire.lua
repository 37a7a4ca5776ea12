-- Acquires a quorum lock on one node if it is free there.
-- KEYS[1] the lock (hash: o lease id, f last token, d end of the lease in ms, none or 0 when released)
-- ARGV[1] lease id   ARGV[2] lease in ms   ARGV[3] time to live of the key in ms
-- ARGV[4] the token that the client proposes to all nodes, in us since the epoch
-- Reply: the token of this node if this lease id now holds the lock (the same token if it held it before), else minus
-- the remaining milliseconds of the current lease.  O(1).
local v = redis.call('HMGET', KEYS[1], 'o', 'f', 'd')
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local held = v[3] and tonumber(v[3]) or 0
local mine = held > 0 and v[1] == ARGV[1]
if held > now and not mine then
	return now - held
end
local token = v[2] and tonumber(v[2]) or 0
if not mine then
	local micros = t[1] * 1000000 + t[2]
	token = math.max(token + 1, micros)
	-- Equal tokens on all nodes save the second round. A proposal far ahead of the server's clock is not adopted.
	local proposed = tonumber(ARGV[4])
	if proposed > token and proposed <= micros + 10000000 then
		token = proposed
	end
end
-- First: where a right was taken away, nobody holds the lock, and there is no new key without an expiry.
local new = redis.call('PEXPIRE', KEYS[1], ARGV[3]) == 0
redis.call('HSET', KEYS[1], 'o', ARGV[1], 'f', string.format('%.0f', token), 'd', string.format('%.0f', now + ARGV[2]))
if new then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return token
