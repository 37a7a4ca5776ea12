-- Returns the holder of a lock.
-- KEYS[1] the lock (hash, see acquire.lua)
-- Reply: {lease id or '', last token or 0, remaining ms of the lease, waiting clients, microseconds since it began: a token
-- is the time at which it was given, see acquire.lua}.  O(waiting clients).
-- An error that begins with KIND if the key is that of a fair or read-write lock.
local v = redis.call('HMGET', KEYS[1], 'o', 'f', 'd', 'w', 'k')
if v[5] then
	return redis.error_reply('KIND ' .. KEYS[1] .. ' is of kind ' .. v[5] .. ', not plain')
end
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local waiting = 0
for till in string.gmatch(v[4] or '', ' (%d+)') do
	if tonumber(till) > now then
		waiting = waiting + 1
	end
end
local left = (v[3] and tonumber(v[3]) or 0) - now
if left > 0 then
	return {v[1], tonumber(v[2]), left, waiting, math.max(0, t[1] * 1000000 + t[2] - v[2])}
end
return {'', v[2] and tonumber(v[2]) or 0, 0, waiting, 0}
