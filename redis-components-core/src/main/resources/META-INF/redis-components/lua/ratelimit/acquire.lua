-- Charges a cost to every limit of a policy, or to none.
-- KEYS[i] the state of limit i, all in one slot: a string, for kind s a list. Each expires when it is as if never used.
-- ARGV[1] cost, an integer that no limit's burst is below      ARGV[2] 1 charges, 0 only looks
-- ARGV[4i-1] kind of limit i      ARGV[4i] limit      ARGV[4i+1] burst      ARGV[4i+2] period in microseconds
-- Reply: {1 or 0 admitted, index of the limit that decided, its remaining, microseconds until admitted, microseconds
-- until as if never used, this server's microseconds}.  O(limits), for kind s O(limits * log(limit) + cost).
-- Integers stay below 2^53; quotients are taken with fmod, because a / b may round up to the next integer.
local call, fmod, floor, format = redis.call, math.fmod, math.floor, string.format
local cost, charge = tonumber(ARGV[1]), ARGV[2] == '1'
local time = call('TIME')
local now = time[1] * 1000000 + time[2]

local function below(a, b) return (a - fmod(a, b)) / b end
local function above(a, b) local rest = fmod(a, b); return (rest == 0) and a / b or (a - rest) / b + 1 end

-- Each kind answers: what is left, when a refused cost will be admitted, since when or from when on it is as if never
-- used (with the charge if there is to be one), and what to store: a string, or for kind s the number of leading
-- entries to drop and the moment to append.
local kinds = {}

-- Stored: the moment of being as if never used, in nanoseconds.
function kinds.g(key, limit, burst, period)
	local step = above(period * 1000, limit)
	local stored, used = call('GET', key), 0
	if stored then
		used = (string.sub(stored, 1, -4) - now) * 1000 + string.sub(stored, -3)
		if used < 0 then used = 0 end
	end
	local free = burst * step - used
	local left = (free > 0) and below(free, step) or 0
	if cost > left then return left, now + above(cost * step - free, 1000), now + above(used, 1000) end
	if charge then used = used + cost * step end
	return left, now, now + above(used, 1000), format('%.0f%03d', now + below(used, 1000), fmod(used, 1000))
end

-- Stored: an amount and its moment. A unit of cost is as many parts as the period has ticks, so that limit parts come
-- back each tick. A token bucket (t) stores what is left, a leaky bucket (l) what is used.
local function bucket(key, limit, burst, period, tokens)
	local tick = (period > 60000000) and 1000 or 1
	local unit, at = period / tick, below(now, tick)
	local size, used = burst * unit, 0
	local stored = call('GET', key)
	if stored then
		local gap = string.find(stored, ' ', 1, true)
		local amount, since = tonumber(string.sub(stored, 1, gap - 1)), tonumber(string.sub(stored, gap + 1))
		used = tokens and size - amount or amount
		if since > at then at = since end
		used = used - (at - since) * limit
		if used < 0 then used = 0 end
	end
	local free = size - used
	local left = (free > 0) and below(free, unit) or 0
	if cost > left then
		return left, (at + above(cost * unit - free, limit)) * tick, (at + above(used, limit)) * tick
	end
	if charge then used = used + cost * unit end
	return left, now, (at + above(used, limit)) * tick, format('%.0f %.0f', tokens and size - used or used, at)
end

function kinds.t(key, limit, burst, period) return bucket(key, limit, burst, period, true) end

function kinds.l(key, limit, burst, period) return bucket(key, limit, burst, period, false) end

-- Stored: the count and the beginning of its window.
function kinds.f(key, limit, _, period)
	local start, count = now - fmod(now, period), 0
	local stored = call('GET', key)
	if stored then
		local gap = string.find(stored, ' ', 1, true)
		local since = tonumber(string.sub(stored, gap + 1))
		if since >= start then
			start, count = since, tonumber(string.sub(stored, 1, gap - 1))
		end
	end
	local left, over = (count < limit) and limit - count or 0, start + period
	if cost > left then return left, over, over end
	if charge then count = count + cost end
	return left, now, (count > 0) and over or now, format('%.0f %.0f', count, start)
end

-- Stored: the count of this window, that of the one before, and the beginning of this one.
function kinds.c(key, limit, _, period)
	local tick = (period > 60000000) and 1000 or 1
	local start, count, before = now - fmod(now, period), 0, 0
	local stored = call('GET', key)
	if stored then
		local c, b, s = string.match(stored, '(%d+) (%d+) (%d+)')
		local since = tonumber(s)
		if since >= start then
			start, count, before = since, tonumber(c), tonumber(b)
		elseif since + period == start then
			before = tonumber(c)
		end
	end
	local ticks, elapsed = period / tick, (now > start) and below(now - start, tick) or 0
	local free = limit * ticks - before * (ticks - elapsed)
	local left = (free > 0) and below(free, ticks) - count or 0
	if left < 0 then left = 0 end
	local over = start + ((count > 0) and 2 or (before > 0) and 1 or 0) * period
	if cost > left then
		local room = limit - cost
		if count <= room then return left, start + (ticks - below((room - count) * ticks, before)) * tick, over end
		return left, start + period + (ticks - below(room * ticks, count)) * tick, over
	end
	if charge then
		count = count + cost
		over = start + 2 * period
	end
	return left, now, over, format('%.0f %.0f %.0f', count, before, start)
end

-- Stored: the moment of each unit, oldest first; a unit is over when its moment is a period ago.
function kinds.s(key, limit, _, period)
	local length, at, over = call('LLEN', key), now, 0
	local last
	if length > 0 then
		last = tonumber(call('LINDEX', key, -1))
		if last > at then at = last end
		local dead = at - period
		if last <= dead then
			over = length
		elseif tonumber(call('LINDEX', key, 0)) <= dead then
			-- Entries up to low are over and entry high is not: gallop, then halve.
			local low, step = 0, 1
			while low + step < length and tonumber(call('LINDEX', key, low + step)) <= dead do
				low, step = low + step, step * 2
			end
			local high = math.min(low + step, length - 1)
			while high - low > 1 do
				local middle = floor((low + high) / 2)
				if tonumber(call('LINDEX', key, middle)) <= dead then low = middle else high = middle end
			end
			over = high
		end
	end
	local left = limit - (length - over)
	if left < 0 then left = 0 end
	if cost > left then
		local last_in_the_way = call('LINDEX', key, length + cost - limit - 1)
		return left, last_in_the_way + period, last + period
	end
	if charge then return left, now, at + period, over, at end
	return left, now, (length > over) and last + period or now
end

local admitted, chosen, remaining, wait, reset = true, 1, nil, now, now
local plans = {}
for i = 1, #KEYS do
	local limit, burst, period = tonumber(ARGV[4 * i]), tonumber(ARGV[4 * i + 1]), tonumber(ARGV[4 * i + 2])
	local left, retry, rest, value, at = kinds[ARGV[4 * i - 1]](KEYS[i], limit, burst, period)
	if rest > reset then reset = rest end
	if retry > now then
		if retry > wait then admitted, chosen, remaining, wait = false, i, left, retry end
	elseif admitted and (not remaining or left < remaining) then
		chosen, remaining = i, left
	end
	plans[i] = { value, rest, at }
end

if admitted and charge then
	remaining = remaining - cost
	for i = 1, #KEYS do
		local value, at = plans[i][1], plans[i][3]
		local expire = format('%.0f', above(plans[i][2], 1000))
		if at then
			if value > 0 then call('LTRIM', KEYS[i], value, -1) end
			local moment, entries = format('%.0f', at), {}
			for n = 1, cost do
				entries[#entries + 1] = moment
				if #entries == 1000 or n == cost then
					call('RPUSH', KEYS[i], unpack(entries))
					entries = {}
				end
			end
			call('PEXPIREAT', KEYS[i], expire)
		else
			call('SET', KEYS[i], value, 'PXAT', expire)
		end
	end
end
return { admitted and 1 or 0, chosen, remaining, wait - now, reset - now, now }
