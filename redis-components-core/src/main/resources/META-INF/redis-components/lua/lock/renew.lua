-- Extends leases; never shortens one.
-- KEYS[1] and further: locks (hash, see acquire.lua), all in one slot on a cluster
-- ARGV, three for each lock: lease id, new duration of the lease from now in ms, how long the key outlives it in ms
-- Reply: for each lock 1, or 0 if the lease id does not hold it.  O(locks).
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local each = #ARGV / #KEYS
local reply = {}
for n = 1, #KEYS do
	local key = KEYS[n]
	local at = (n - 1) * each
	local v = redis.call('HMGET', key, 'o', 'd')
	local ends = v[2] and tonumber(v[2]) or 0
	if v[1] == ARGV[at + 1] and ends > now then
		local longer = now + ARGV[at + 2]
		-- First what needs no memory, see release.lua.
		redis.call('PEXPIRE', key, string.format('%.0f', math.max(ends, longer) - now + ARGV[at + 3]))
		if longer > ends then
			redis.call('HSET', key, 'd', string.format('%.0f', longer))
		end
		reply[n] = 1
	else
		reply[n] = 0
	end
end
return reply
