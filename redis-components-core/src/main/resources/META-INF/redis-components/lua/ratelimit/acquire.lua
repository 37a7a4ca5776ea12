-- Charges a cost to every limit of a policy, or to none.
-- KEYS[1], KEYS[2], ... the state of each limit, all in one slot: a string, for kind s a list. Each expires when it is
-- as if never used.
-- ARGV[1] cost, from 1 to the smallest burst      ARGV[2] 1 charges, 0 only looks
-- then four for each limit (#ARGV is 2 + 4 * #KEYS): its kind, limit, burst, and period in microseconds
-- Reply: {1 or 0 admitted, index of the limit that decided, its remaining, microseconds until admitted, microseconds
-- until that limit is as if never used, this server's microseconds}.  O(limits), for kind s O(log(limit) + cost) each.
-- Integers stay below 2^53; quotients are taken with fmod, because a / b may round up to the next integer.
-- One loop and no function per kind, because Redis would create the functions anew in each call (a third of its time).
local call, fmod, format, sub, find = redis.call, math.fmod, string.format, string.sub, string.find
local cost, charge = tonumber(ARGV[1]), ARGV[2] == '1'
local time = call('TIME')
local now = time[1] * 1000000 + time[2]
local admitted, chosen, remaining, reset, wait = 1, 1, nil, nil, now
local values, untils, drops

for i = 1, #KEYS do
	local key, kind, limit = KEYS[i], ARGV[4 * i - 1], tonumber(ARGV[4 * i])
	local burst, period = tonumber(ARGV[4 * i + 1]), tonumber(ARGV[4 * i + 2])
	-- What is left now; when a refused cost will be admitted; when it is as if never used; what to store if charged:
	-- a string, for kind s the moment to append.
	local left, retry, rest, value

	if kind == 'g' then
		-- Stored: the moment of being as if never used, in nanoseconds.
		local step = period * 1000
		local part = fmod(step, limit)
		step = (step - part) / limit
		if part > 0 then step = step + 1 end
		local stored, used = call('GET', key), 0
		if stored then
			used = (sub(stored, 1, -4) - now) * 1000 + sub(stored, -3)
			if used < 0 then used = 0 end
		end
		local free = burst * step - used
		left = (free > 0) and (free - fmod(free, step)) / step or 0
		if cost > left then
			local lacking = cost * step - free
			part = fmod(lacking, 1000)
			retry = now + (lacking - part) / 1000
			if part > 0 then retry = retry + 1 end
		elseif charge then
			used = used + cost * step
		end
		part = fmod(used, 1000)
		rest = now + (used - part) / 1000
		value = format('%.0f%03d', rest, part)
		if part > 0 then rest = rest + 1 end

	elseif kind == 't' or kind == 'l' then
		-- Stored: an amount and its moment. A unit of cost is as many parts as the period has ticks, so that limit parts
		-- come back each tick. A token bucket (t) stores what is left, a leaky bucket (l) what is used.
		local tick = (period > 60000000) and 1000 or 1
		local unit, at = period / tick, (now - fmod(now, tick)) / tick
		local size, used = burst * unit, 0
		local stored = call('GET', key)
		if stored then
			local gap = find(stored, ' ', 1, true)
			local since = tonumber(sub(stored, gap + 1))
			used = tonumber(sub(stored, 1, gap - 1))
			if kind == 't' then used = size - used end
			if since > at then at = since end
			used = used - (at - since) * limit
			if used < 0 then used = 0 end
		end
		local free = size - used
		left = (free > 0) and (free - fmod(free, unit)) / unit or 0
		if cost > left then
			local lacking = cost * unit - free
			local part = fmod(lacking, limit)
			retry = (lacking - part) / limit
			if part > 0 then retry = retry + 1 end
			retry = (at + retry) * tick
		elseif charge then
			used = used + cost * unit
		end
		local part = fmod(used, limit)
		rest = (used - part) / limit
		if part > 0 then rest = rest + 1 end
		rest = (rest > 0) and (at + rest) * tick or now
		value = format('%.0f %.0f', (kind == 't') and size - used or used, at)

	elseif kind == 'f' then
		-- Stored: the count and the beginning of its window.
		local start, count = now - fmod(now, period), 0
		local stored = call('GET', key)
		if stored then
			local gap = find(stored, ' ', 1, true)
			local since = tonumber(sub(stored, gap + 1))
			if since >= start then
				start, count = since, tonumber(sub(stored, 1, gap - 1))
			end
		end
		left = (count < limit) and limit - count or 0
		rest = start + period
		if cost > left then
			retry = rest
		elseif charge then
			value = format('%.0f %.0f', count + cost, start)
		elseif count == 0 then
			rest = now
		end

	elseif kind == 'c' then
		-- Stored: the count of this window, that of the one before, and the beginning of this one.
		local tick = (period > 60000000) and 1000 or 1
		local start, count, before = now - fmod(now, period), 0, 0
		local stored = call('GET', key)
		if stored then
			local gap = find(stored, ' ', 1, true)
			local second = find(stored, ' ', gap + 1, true)
			local since = tonumber(sub(stored, second + 1))
			if since >= start then
				start, count, before = since, tonumber(sub(stored, 1, gap - 1)), tonumber(sub(stored, gap + 1, second - 1))
			elseif since + period == start then
				before = tonumber(sub(stored, 1, gap - 1))
			end
		end
		local ticks, elapsed = period / tick, 0
		if now > start then elapsed = (now - start - fmod(now - start, tick)) / tick end
		local free = limit * ticks - before * (ticks - elapsed)
		left = (free > 0) and (free - fmod(free, ticks)) / ticks - count or 0
		if left < 0 then left = 0 end
		if cost > left then
			-- Either what the window before weighs must fall, or, in the next window, what this one weighs.
			local room, from, weighed = limit - cost - count, start, before
			if room < 0 then room, from, weighed = limit - cost, start + period, count end
			room = room * ticks
			retry = from + (ticks - (room - fmod(room, weighed)) / weighed) * tick
		elseif charge then
			count = count + cost
			value = format('%.0f %.0f %.0f', count, before, start)
		end
		rest = (count > 0) and start + 2 * period or (before > 0) and start + period or now

	else
		-- Stored: the moment of each unit, oldest first; a unit is over when its moment is a period ago.
		local length, at, over, last = call('LLEN', key), now, 0, nil
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
				local high = (low + step < length) and low + step or length - 1
				while high - low > 1 do
					local middle = math.floor((low + high) / 2)
					if tonumber(call('LINDEX', key, middle)) <= dead then low = middle else high = middle end
				end
				over = high
			end
		end
		left = limit - (length - over)
		if left < 0 then left = 0 end
		rest = (length > over) and last + period or now
		if cost > left then
			retry = call('LINDEX', key, length + cost - limit - 1) + period
		elseif charge then
			rest, value = at + period, format('%.0f', at)
			drops = drops or {}
			drops[i] = over
		end
	end

	if retry then
		if retry > wait then admitted, chosen, remaining, reset, wait = 0, i, left, rest, retry end
	elseif admitted == 1 and (not remaining or left < remaining) then
		chosen, remaining, reset = i, left, rest
	end
	if i == 1 then values, untils = { value }, { rest } else values[i], untils[i] = value, rest end
end

if charge and admitted == 1 then
	remaining = remaining - cost
	for i = 1, #KEYS do
		local key, value = KEYS[i], values[i]
		-- Up to a millisecond late rather than early, and never in this millisecond: that would delete the key at once.
		local expire = format('%.0f', (untils[i] - fmod(untils[i], 1000)) / 1000 + 1)
		if drops and drops[i] then
			if drops[i] > 0 then call('LTRIM', key, drops[i], -1) end
			local entries = {}
			for n = 1, cost do
				entries[#entries + 1] = value
				if #entries == 1000 or n == cost then
					call('RPUSH', key, unpack(entries))
					entries = {}
				end
			end
			call('PEXPIREAT', key, expire)
		else
			call('SET', key, value, 'PXAT', expire)
		end
	end
end
return { admitted, chosen, remaining, wait - now, reset - now, now }
