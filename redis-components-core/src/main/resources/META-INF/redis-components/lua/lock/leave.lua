-- Removes a waiting client. If it was woken and the lock is still free, wakes the next client.
-- KEYS[1] the lock (hash, see acquire.lua)
-- ARGV[1] client   ARGV[2] prefix of the clients' channels
-- Reply: number of clients that still wait; {number, error} if the PUBLISH was refused.  O(waiting clients).
local v = redis.call('HMGET', KEYS[1], 'd', 'w')
if not v[2] then
	return 0
end
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local free = not v[1] or tonumber(v[1]) <= now
local waiting, coming, first = {}, false, nil
for mark, client, till in string.gmatch(v[2], '(!?)([^! ]+) (%d+)') do
	if client ~= ARGV[1] and tonumber(till) > now then
		waiting[#waiting + 1] = mark .. client .. ' ' .. till
		coming = coming or mark == '!'
		first = first or client
	end
end
if free and first and not coming then
	waiting[1] = '!' .. first .. string.format(' %.0f', now + 200)
end
-- First what needs no memory, see release.lua.
redis.call('HDEL', KEYS[1], 'w')
if #waiting > 0 then
	redis.call('HSET', KEYS[1], 'w', table.concat(waiting, ' '))
end
if free and first and not coming then
	local refused = redis.pcall('PUBLISH', ARGV[2] .. first, KEYS[1])
	if type(refused) == 'table' then return {#waiting, refused} end
end
return #waiting
