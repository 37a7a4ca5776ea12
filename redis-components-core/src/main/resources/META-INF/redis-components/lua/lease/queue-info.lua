-- Returns a part of the holders, and the numbers of permits and waiters less a part of those that have expired.
-- KEYS[1] to KEYS[4] see queue.lua
-- ARGV[1] kind   ARGV[2] the most holders to list   ARGV[3] token: only later holders are listed
-- ARGV[4] how many of the expired holders and waiters earlier scripts counted, or -1 not to count
-- ARGV[5] the last of these, or empty
-- Reply: {permits, waiters, last token or 0, permits of the expired holders that this script counted, expired waiters that
-- it counted, how many were counted so far or -1 if there are no more, token of the holder that this script came to or -1 if
-- there are no more, state, the last that was counted, then for each holder, the earliest first: lease id, token, remaining
-- ms of its lease, microseconds since it began}. What earlier scripts counted holds as long as the state is the same.
-- An error that begins with KIND if KEYS[1] is of another kind.
-- O(log(holders + waiters)) for each holder or waiter that is counted or listed, or has expired, 500 of them at most.
local v = redis.call('HMGET', KEYS[1], 'k', 'f', 'u', 'n', 'r')
if v[1] ~= ARGV[1] then
	if v[1] or v[2] then
		return redis.error_reply('KIND ' .. KEYS[1] .. ' is of kind ' .. (v[1] or 'plain') .. ', not ' .. ARGV[1])
	end
	return {0, 0, 0, 0, 0, -1, -1, '', ''}
end
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local left = 500
-- Each of the keys may have been deleted, see queue.lua.
local known = redis.call('EXISTS', KEYS[4]) == 1
local used = known and redis.call('EXISTS', KEYS[2]) == 1 and tonumber(v[3]) or 0
local waiting = known and redis.call('ZCARD', KEYS[3]) or 0
local state = table.concat({v[2] or '', v[3] or '', v[4] or '', v[5] or '', waiting, redis.call('ZCARD', KEYS[4])}, ' ')

local counted = tonumber(ARGV[4])
local expired = {}
if counted == 0 then
	expired = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', 0, left)
elseif counted > 0 then
	-- By rank: a LIMIT passes those before one by one. Those that expired since then come last.
	local some = redis.call('ZRANGE', KEYS[4], counted - 1, counted + left - 1, 'WITHSCORES')
	-- A holder that confirmed although it had expired is no longer among them, which changes nothing else.
	if some[1] ~= ARGV[5] then
		state = ''
	end
	for at = 3, #some, 2 do
		if tonumber(some[at + 1]) > now then
			break
		end
		expired[#expired + 1] = some[at]
	end
end
local over, given_up = 0, 0
for _, id in ipairs(expired) do
	if redis.call('ZSCORE', KEYS[2], id) then
		over = over + tonumber(string.match(id, ':(%d+)$') or 1)
	elseif redis.call('ZSCORE', KEYS[3], id) then
		given_up = given_up + 1
	end
end
left = left - #expired
counted = left == 0 and counted + #expired or -1

local reply = {used, waiting, tonumber(v[2] or 0), over, given_up, counted, -1, state, expired[#expired] or ''}
local most, after = tonumber(ARGV[2]), ARGV[3]
while most > 0 and after and left > 0 do
	local some = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. after, '+inf', 'WITHSCORES', 'LIMIT', 0, math.min(most, left))
	after = #some == 2 * math.min(most, left) and some[#some]
	left = left - #some / 2
	for at = 1, #some, 2 do
		local ends = (redis.call('ZSCORE', KEYS[4], some[at]) or now) - now
		if ends > 0 then
			most = most - 1
			reply[#reply + 1] = some[at]
			reply[#reply + 1] = tonumber(some[at + 1])
			reply[#reply + 1] = ends
			reply[#reply + 1] = math.max(0, t[1] * 1000000 + t[2] - some[at + 1])
		end
	end
end
reply[7] = tonumber(after or -1)
return reply
