-- Gives a lock back and wakes the client that has waited longest, if one waits.
-- KEYS[1] the lock (hash, see acquire.lua)
-- ARGV[1] lease id   ARGV[2] how the clients' channels begin
-- Reply: 1 if this lease id held the lock or was the last to release it, else 0.  O(waiting clients).
local v = redis.call('HMGET', KEYS[1], 'o', 'd', 'w')
if v[1] ~= ARGV[1] then
	return 0
end
if v[2] == '0' then
	return 1
end
redis.call('HSET', KEYS[1], 'd', '0')
if v[3] then
	local now = redis.call('TIME')[1] * 1000
	local woken
	local waiting = {}
	for client, till in string.gmatch(v[3], '(%S+) (%d+)') do
		if tonumber(till) > now then
			if woken then
				waiting[#waiting + 1] = client .. ' ' .. till
			else
				woken = client
			end
		end
	end
	if #waiting == 0 then
		redis.call('HDEL', KEYS[1], 'w')
	else
		redis.call('HSET', KEYS[1], 'w', table.concat(waiting, ' '))
	end
	if woken then
		redis.call('PUBLISH', ARGV[2] .. woken, KEYS[1])
	end
end
return 1
