-- Returns the holders and the number of waiters.
-- KEYS[1] to KEYS[4] see queue.lua
-- ARGV[1] kind   ARGV[2] the most holders to list
-- Reply: {permits held, waiters, last token or 0, then for each holder, the earliest first: lease id, token,
-- remaining ms of its lease, microseconds since it began}. An error that begins with KIND if KEYS[1] is of another kind.
-- O(log(holders + waiters)) for each one that is listed or has expired.
local v = redis.call('HMGET', KEYS[1], 'k', 'f', 'u')
if v[1] ~= ARGV[1] then
	if v[1] or v[2] then
		return redis.error_reply('KIND ' .. KEYS[1] .. ' is of kind ' .. (v[1] or 'plain') .. ', not ' .. ARGV[1])
	end
	return {0, 0, 0}
end
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
-- Each of the keys may have been deleted, see queue.lua.
local known = redis.call('EXISTS', KEYS[4]) == 1
local used = known and redis.call('EXISTS', KEYS[2]) == 1 and tonumber(v[3]) or 0
local waiting = known and redis.call('ZCARD', KEYS[3]) or 0
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now)) do
	if redis.call('ZSCORE', KEYS[2], id) then
		used = used - tonumber(string.match(id, ':(%d+)$') or 1)
	elseif redis.call('ZSCORE', KEYS[3], id) then
		waiting = waiting - 1
	end
end
local reply = {used, waiting, tonumber(v[2])}
local at = 0
local listed = 0
while listed < tonumber(ARGV[2]) do
	local holder = redis.call('ZRANGE', KEYS[2], at, at, 'WITHSCORES')
	if not holder[1] then
		break
	end
	local left = (redis.call('ZSCORE', KEYS[4], holder[1]) or now) - now
	if left > 0 then
		listed = listed + 1
		reply[#reply + 1] = holder[1]
		reply[#reply + 1] = tonumber(holder[2])
		reply[#reply + 1] = left
		reply[#reply + 1] = math.max(0, t[1] * 1000000 + t[2] - holder[2])
	end
	at = at + 1
end
return reply
