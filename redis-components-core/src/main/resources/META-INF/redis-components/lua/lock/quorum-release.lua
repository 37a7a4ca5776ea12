-- Releases a quorum lock on one node.
-- KEYS[1] the lock (hash, see quorum-acquire.lua)
-- ARGV[1] lease id, or empty to revoke the lease of any holder
-- ARGV[2] of a revocation: the last token whose lease is revoked, so that a repetition takes nothing from the next holder
-- Reply: 1 if this lease id held the lock or made the last release, or if a lease was revoked; else 0.  O(1).
local v = redis.call('HMGET', KEYS[1], 'o', 'd', 'f')
local ends = v[2] and tonumber(v[2]) or 0
if ARGV[1] == '' then
	local t = redis.call('TIME')
	if ends <= t[1] * 1000 + math.floor(t[2] / 1000) or tonumber(v[3]) > tonumber(ARGV[2]) then
		return 0
	end
	-- Without o a release by the revoked holder replies 0.
	redis.call('HDEL', KEYS[1], 'o', 'd')
	return 1
end
if v[1] ~= ARGV[1] then
	return 0
end
-- Needs no memory: a full server does not refuse it.
redis.call('HDEL', KEYS[1], 'd')
return 1
