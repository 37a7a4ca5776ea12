-- Acquires like acquire.lua, for a single limit of kind s, charged now or not at all.
-- KEYS[1] the moment of each unit, oldest first (list); expires when the newest is over
-- ARGV[1] cost      ARGV[2] limit      ARGV[3] period in microseconds
-- Reply: as of acquire.lua.  O(log(limit) + cost).
local call = redis.call
local cost, limit, period = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = call('TIME')
local now = time[1] * 1000000 + time[2]
local dead = now - period
local length, last, over = call('LLEN', KEYS[1]), dead, 0
if length > 0 then
	last = tonumber(call('LINDEX', KEYS[1], -1))
	if last <= dead then
		over = length
	elseif tonumber(call('LINDEX', KEYS[1], 0)) <= dead then
		-- Entries up to low are over and entry high is not: gallop, then halve.
		local low, step = 0, 1
		while low + step < length and tonumber(call('LINDEX', KEYS[1], low + step)) <= dead do
			low, step = low + step, step * 2
		end
		local high = (low + step < length) and low + step or length - 1
		while high - low > 1 do
			local middle = math.floor((low + high) / 2)
			if tonumber(call('LINDEX', KEYS[1], middle)) <= dead then low = middle else high = middle end
		end
		over = high
	end
end

local left, wait = limit - length + over, 0
if cost > left then
	wait = call('LINDEX', KEYS[1], length + cost - limit - 1) - dead
end
if last > now then
	-- Entries ahead of now are reservations.
	left, wait = 0, math.max(wait, last - now)
end
if wait > 0 then
	return { 0, 1, left > 0 and left or 0, wait, last > dead and last - dead or 0, now }
end
local entry = string.format('%.0f', now)
if over > 0 then call('LTRIM', KEYS[1], over, -1) end
if cost == 1 then
	call('RPUSH', KEYS[1], entry)
else
	local entries = {}
	for n = 1, cost do
		entries[#entries + 1] = entry
		if #entries == 1000 or n == cost then
			call('RPUSH', KEYS[1], unpack(entries))
			entries = {}
		end
	end
end
-- As in acquire.lua, up to a millisecond late.
local rest = now + period
local refused = redis.pcall('PEXPIREAT', KEYS[1], string.format('%.0f', (rest - math.fmod(rest, 1000)) / 1000 + 1))
if type(refused) == 'table' then
	-- Redis does not roll back where a right was taken away: what was refused is not charged.
	call('LTRIM', KEYS[1], 0, -1 - cost)
	return refused
end
return { 1, 1, left - cost, 0, period, now }
