-- Makes leases last longer; never shortens one.
-- KEYS[n] a lock (hash, see acquire.lua), all in one slot on a cluster
-- ARGV[3n-2] lease id   ARGV[3n-1] how long the lease lasts from now, in ms   ARGV[3n] how long the key outlives it, in ms
-- Reply: for each lock 1, or 0 if the lease id does not hold it.  O(locks).
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local reply = {}
for n, key in ipairs(KEYS) do
	local v = redis.call('HMGET', key, 'o', 'd')
	local ends = v[2] and tonumber(v[2]) or 0
	if v[1] == ARGV[3 * n - 2] and ends > now then
		local longer = now + ARGV[3 * n - 1]
		if longer > ends then
			ends = longer
			redis.call('HSET', key, 'd', string.format('%.0f', ends))
		end
		redis.call('PEXPIRE', key, string.format('%.0f', ends - now + ARGV[3 * n]))
		reply[n] = 1
	else
		reply[n] = 0
	end
end
return reply
