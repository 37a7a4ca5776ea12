-- Extends leases and permits; never shortens one.
-- KEYS, four for each lease, see queue.lua, all in one slot on a cluster
-- ARGV, four for each lease: kind, lease id, its new duration from now in ms, how long its first key outlives it in ms
-- Reply: for each lease 1, or 0 if the lease id is not a holder.  O(leases * log(holders + waiters)).
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local reply = {}
for n = 1, #KEYS / 4 do
	local key = 4 * (n - 1)
	local id = ARGV[key + 2]
	local v = redis.call('HMGET', KEYS[key + 1], 'k', 'x')
	local ends = v[1] == ARGV[key + 1] and redis.call('ZSCORE', KEYS[key + 2], id)
			and redis.call('ZSCORE', KEYS[key + 4], id)
	reply[n] = 0
	if ends and tonumber(ends) > now then
		reply[n] = 1
		local longer = now + ARGV[key + 3]
		-- A holder does not wait; a command that needs no memory comes first, see lock/release.lua.
		redis.call('ZREM', KEYS[key + 3], id)
		redis.call('ZADD', KEYS[key + 4], 'GT', string.format('%.0f', longer), id)
		if longer > tonumber(v[2]) then
			local expire = string.format('%.0f', longer + 500)
			redis.call('PEXPIREAT', KEYS[key + 1], string.format('%.0f', expire + ARGV[key + 4]))
			for at = 2, 4 do
				redis.call('PEXPIREAT', KEYS[key + at], expire)
			end
			redis.call('HSET', KEYS[key + 1], 'x', expire)
		end
	end
end
return reply
