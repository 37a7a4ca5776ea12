-- Acquires a lock if it is free, else registers the client as a waiter.
-- KEYS[1] the lock (hash: o lease id, f last token, d end of the lease in ms or 0 when released, w waiting clients in
-- their order, each with the ms at which it expires; ! marks a client that was woken and has not called yet)
-- ARGV[1] lease id, <client>.<number>   ARGV[2] lease in ms   ARGV[3] time to live of the key in ms
-- ARGV[4] how long the client waits, in ms; 0 does not register it
-- Reply: the fencing token if this lease id now holds the lock (the same token if it held it before), else minus the
-- remaining milliseconds of the current lease. An error that begins with KIND if the key is that of a fair or
-- read-write lock.  O(waiting clients).
local v = redis.call('HMGET', KEYS[1], 'o', 'f', 'd', 'w', 'k')
if v[5] then
	return redis.error_reply('KIND ' .. KEYS[1] .. ' is of kind ' .. v[5] .. ', not plain')
end
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local held = v[3] and tonumber(v[3]) or 0
local mine = held > 0 and v[1] == ARGV[1]
if held > now and not mine then
	if ARGV[4] ~= '0' then
		local me = string.match(ARGV[1], '^[^.]+')
		local till = string.format('%.0f', now + ARGV[4])
		local waiting = {}
		local known = false
		for mark, client, other in string.gmatch(v[4] or '', '(!?)([^! ]+) (%d+)') do
			if client == me then
				-- A client that was woken and called too late keeps its place.
				known, mark, other = true, '', till
			end
			if tonumber(other) > now then
				waiting[#waiting + 1] = mark .. client .. ' ' .. other
			end
		end
		if not known then
			waiting[#waiting + 1] = me .. ' ' .. till
		end
		redis.call('HSET', KEYS[1], 'w', table.concat(waiting, ' '))
	end
	return now - held
end
local token = v[2]
if not mine then
	local micros = t[1] * 1000000 + t[2]
	if token and tonumber(token) >= micros then
		micros = token + 1
	end
	token = string.format('%.0f', micros)
end
if v[4] then
	local me = string.match(ARGV[1], '^[^.]+')
	local waiting = {}
	for mark, client, other in string.gmatch(v[4], '(!?)([^! ]+) (%d+)') do
		if client ~= me and tonumber(other) > now then
			waiting[#waiting + 1] = mark .. client .. ' ' .. other
		end
	end
	if #waiting == 0 then
		redis.call('HDEL', KEYS[1], 'w')
	else
		redis.call('HSET', KEYS[1], 'w', table.concat(waiting, ' '))
	end
end
redis.call('HSET', KEYS[1], 'o', ARGV[1], 'f', token, 'd', string.format('%.0f', now + ARGV[2]))
local refused = redis.pcall('PEXPIRE', KEYS[1], ARGV[3])
if type(refused) == 'table' then
	-- Redis does not roll back where a right was taken away: nobody would hold the lock until the lease ends, and a new key
	-- without an expiry would stay for ever.
	if v[2] then
		redis.call('HSET', KEYS[1], 'o', v[1], 'f', v[2], 'd', v[3])
	else
		redis.call('HDEL', KEYS[1], 'o', 'f', 'd')
	end
	return refused
end
return tonumber(token)
