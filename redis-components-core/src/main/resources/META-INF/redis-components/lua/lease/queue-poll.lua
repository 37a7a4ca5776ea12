-- Renews the waiters of one process.
-- KEYS as in queue.lua
-- ARGV[1] kind   ARGV[2] ms from now after which a waiter that is not renewed again expires
-- ARGV[3] how long KEYS[1] outlives the leases, in ms   ARGV[4...] lease ids of the waiters
-- Reply: the milliseconds until the first holder or waiter expires, 0 or less if one has expired or if there is more to do
-- (m), then the lease ids that do not wait: their turn has come, or they have expired.
-- O(lease ids * log(holders + waiters)).
local v = redis.call('HMGET', KEYS[1], 'k', 'x', 'm')
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local till = string.format('%.0f', now + ARGV[2])
local reply = {0}
local waits = false
for n = 4, #ARGV do
	local ends = v[1] == ARGV[1] and redis.call('ZSCORE', KEYS[3], ARGV[n]) and redis.call('ZSCORE', KEYS[4], ARGV[n])
	if ends and tonumber(ends) > now then
		redis.call('ZADD', KEYS[4], 'GT', till, ARGV[n])
		waits = true
	else
		reply[#reply + 1] = ARGV[n]
	end
end
if waits and now + ARGV[2] > tonumber(v[2]) then
	local expire = string.format('%.0f', now + ARGV[2] + 500)
	redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', expire + ARGV[3]))
	for at = 2, 4 do
		redis.call('PEXPIREAT', KEYS[at], expire)
	end
	redis.call('HSET', KEYS[1], 'x', expire)
end
if v[3] ~= '1' then
	local earliest = redis.call('ZRANGE', KEYS[4], 0, 0, 'WITHSCORES')[2]
	reply[1] = earliest and earliest - now or 1000
end
return reply
