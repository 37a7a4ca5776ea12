-- Ends a client's wait. If it had been woken meanwhile and the lock is still free, the next one is woken instead.
-- KEYS[1] the lock (hash, see acquire.lua)
-- ARGV[1] client   ARGV[2] how the clients' channels begin
-- Reply: how many clients still wait.  O(waiting clients).
local v = redis.call('HMGET', KEYS[1], 'd', 'w')
if not v[2] then
	return 0
end
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local known = false
local clients = {}
local waiting = {}
for client, till in string.gmatch(v[2], '(%S+) (%d+)') do
	if client == ARGV[1] then
		known = true
	elseif tonumber(till) > now then
		clients[#clients + 1] = client
		waiting[#waiting + 1] = client .. ' ' .. till
	end
end
local woken
if not known and #clients > 0 and (not v[1] or tonumber(v[1]) <= now) then
	woken = table.remove(clients, 1)
	table.remove(waiting, 1)
end
if #waiting == 0 then
	redis.call('HDEL', KEYS[1], 'w')
else
	redis.call('HSET', KEYS[1], 'w', table.concat(waiting, ' '))
end
if woken then
	redis.call('PUBLISH', ARGV[2] .. woken, KEYS[1])
end
return #waiting
