-- Decides on a cost for every limit of a policy: charges all of them, for now or for the first moment at which all admit
-- it, or changes nothing.
-- KEYS[1], KEYS[2], ... the state of each limit, all in one slot: a string, for kind s a list. Each expires when it is
-- as if never used.
-- ARGV[1] cost, from 1 to the smallest burst
-- ARGV[2] the longest wait for which it is charged, in microseconds; 0 for now or never; -1 only looks
-- ARGV[3] 1 to return the data of a cancellation, else 0
-- then four for each limit (#ARGV is 3 + 4 * #KEYS): its kind, limit, burst, and period in microseconds
-- Reply: {1 or 0 admitted, index of the limit that decided, its remaining, microseconds until admitted, microseconds
-- until that limit is as if never used, this server's microseconds}; if charged and ARGV[3] is 1, then for each limit
-- what its key held before and what it holds now ('' for nothing, and for kind s).
-- O(limits), for kind s O(log(limit) + cost) each.
-- Integers stay below 2^53; quotients are taken with fmod, because a / b may round up to the next integer.
-- Loops and no function per kind, because Redis would create the functions anew in each call (a third of its time).
local call, fmod, max, format, sub, find = redis.call, math.fmod, math.max, string.format, string.sub, string.find
local cost, longest = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = call('TIME')
local now = time[1] * 1000000 + time[2]
-- When all admit it, by which of them, and what that one has left.
local ready, chosen, remaining = now, 1, nil
-- Four for each limit: what its key holds; what counts, of which moment; and one more number.
local states

for i = 1, #KEYS do
	local key, kind, limit = KEYS[i], ARGV[4 * i], tonumber(ARGV[4 * i + 1])
	local burst, period = tonumber(ARGV[4 * i + 2]), tonumber(ARGV[4 * i + 3])
	local held = kind ~= 's' and call('GET', key)
	-- What is left now, and when the cost will be admitted if not now.
	local left, retry, amount, moment, extra

	if kind == 'g' then
		-- Stored: the moment of being as if never used, in nanoseconds.
		local step = period * 1000
		local part = fmod(step, limit)
		step = (step - part) / limit
		if part > 0 then step = step + 1 end
		amount, extra = 0, step
		if held then amount = max(0, (sub(held, 1, -4) - now) * 1000 + sub(held, -3)) end
		local free = burst * step - amount
		left = (free > 0) and (free - fmod(free, step)) / step or 0
		if cost > left then
			local lacking = cost * step - free
			part = fmod(lacking, 1000)
			retry = now + (lacking - part) / 1000
			if part > 0 then retry = retry + 1 end
		end

	elseif kind == 't' or kind == 'l' then
		-- Stored: an amount and its moment. A unit of cost is as many parts as the period has ticks, so that limit parts
		-- come back each tick. A token bucket (t) stores what is left, a leaky bucket (l) what is used; with reservations
		-- less than nothing is left, more than the bucket is used.
		local tick = (period > 60000000) and 1000 or 1
		local unit = period / tick
		local size = burst * unit
		amount, moment = 0, (now - fmod(now, tick)) / tick
		if held then
			local gap = find(held, ' ', 1, true)
			local since = tonumber(sub(held, gap + 1))
			amount = tonumber(sub(held, 1, gap - 1))
			if kind == 't' then amount = size - amount end
			if since > moment then moment = since end
			amount = max(0, amount - (moment - since) * limit)
		end
		local free = size - amount
		left = (free > 0) and (free - fmod(free, unit)) / unit or 0
		if cost > left then
			local lacking = cost * unit - free
			local part = fmod(lacking, limit)
			retry = (lacking - part) / limit
			if part > 0 then retry = retry + 1 end
			retry = (moment + retry) * tick
		end

	elseif kind == 'f' then
		-- Stored: the count and the beginning of the newest window that has one; with reservations it lies ahead.
		amount, moment = 0, now - fmod(now, period)
		if held then
			local gap = find(held, ' ', 1, true)
			local since = tonumber(sub(held, gap + 1))
			if since >= moment then amount, moment = tonumber(sub(held, 1, gap - 1)), since end
		end
		left = max(0, limit - amount)
		if cost > left then
			retry = moment + period
		elseif moment > now then
			retry = moment
		end
		if moment > now then left = 0 end

	elseif kind == 'c' then
		-- Stored: the count of the newest window, that of the one before, and the beginning of the newest.
		local tick = (period > 60000000) and 1000 or 1
		amount, extra, moment = 0, 0, now - fmod(now, period)
		if held then
			local gap = find(held, ' ', 1, true)
			local second = find(held, ' ', gap + 1, true)
			local since = tonumber(sub(held, second + 1))
			if since >= moment then
				amount, extra, moment = tonumber(sub(held, 1, gap - 1)), tonumber(sub(held, gap + 1, second - 1)), since
			elseif since + period == moment then
				extra = tonumber(sub(held, 1, gap - 1))
			end
		end
		local ticks, elapsed = period / tick, 0
		if now > moment then elapsed = (now - moment - fmod(now - moment, tick)) / tick end
		local free = limit * ticks - extra * (ticks - elapsed)
		left = (free > 0) and max(0, (free - fmod(free, ticks)) / ticks - amount) or 0
		if cost > left then
			-- Either what the window before weighs must fall, or, in the next window, what this one weighs.
			local room, from, weighed = limit - cost - amount, moment, extra
			if room < 0 then room, from, weighed = limit - cost, moment + period, amount end
			room = room * ticks
			retry = from + (ticks - (room - fmod(room, weighed)) / weighed) * tick
		elseif moment > now then
			retry = moment
		end
		if moment > now then left = 0 end

	else
		-- Stored: the moment of each unit, oldest first; a unit is over when its moment is a period ago. Reserved units
		-- have moments to come.
		local over = 0
		amount, moment = call('LLEN', key), now
		if amount > 0 then
			moment = tonumber(call('LINDEX', key, -1))
			local dead = now - period
			if moment <= dead then
				over = amount
			elseif tonumber(call('LINDEX', key, 0)) <= dead then
				-- Entries up to low are over and entry high is not: gallop, then halve.
				local low, step = 0, 1
				while low + step < amount and tonumber(call('LINDEX', key, low + step)) <= dead do
					low, step = low + step, step * 2
				end
				local high = (low + step < amount) and low + step or amount - 1
				while high - low > 1 do
					local middle = math.floor((low + high) / 2)
					if tonumber(call('LINDEX', key, middle)) <= dead then low = middle else high = middle end
				end
				over = high
			end
		end
		extra = over
		left = max(0, limit - (amount - over))
		if cost > left then
			retry = max(moment, call('LINDEX', key, amount + cost - limit - 1) + period)
		elseif moment > now then
			retry = moment
		end
		if moment > now then left = 0 end
	end

	if retry then
		if retry > ready then ready, chosen, remaining = retry, i, left end
	elseif ready == now and (not remaining or left < remaining) then
		chosen, remaining = i, left
	end
	if i == 1 then
		states = { held, amount, moment or 0, extra or 0 }
	else
		states[4 * i - 3], states[4 * i - 2], states[4 * i - 1], states[4 * i] = held, amount, moment or 0, extra or 0
	end
end

local wait = ready - now
local charge = longest >= 0 and wait <= longest
local reply = { (wait == 0 or charge) and 1 or 0, chosen, remaining, wait, 0, now }
if charge then reply[3] = (wait == 0) and remaining - cost or 0 end

-- Each limit is charged as at the moment when all admit. When nothing is charged, the one that decided is looked at.
for i = charge and 1 or chosen, charge and #KEYS or chosen do
	local key, kind, limit = KEYS[i], ARGV[4 * i], tonumber(ARGV[4 * i + 1])
	local burst, period = tonumber(ARGV[4 * i + 2]), tonumber(ARGV[4 * i + 3])
	local amount, moment, extra = states[4 * i - 2], states[4 * i - 1], states[4 * i]
	-- When it is as if never used, and what to store.
	local rest, value

	if kind == 'g' then
		if charge then amount = max(amount, wait * 1000) + cost * extra end
		local part = fmod(amount, 1000)
		rest = now + (amount - part) / 1000
		value = format('%.0f%03d', rest, part)
		if part > 0 then rest = rest + 1 end

	elseif kind == 't' or kind == 'l' then
		local tick = (period > 60000000) and 1000 or 1
		local unit = period / tick
		if charge then
			local ahead = (ready - fmod(ready, tick)) / tick - moment
			amount = max(amount, ahead * limit) + cost * unit
		end
		local part = fmod(amount, limit)
		rest = (amount - part) / limit
		if part > 0 then rest = rest + 1 end
		rest = (rest > 0) and (moment + rest) * tick or now
		value = format('%.0f %.0f', (kind == 't') and burst * unit - amount or amount, moment)

	elseif kind == 'f' then
		if charge then
			local window = ready - fmod(ready, period)
			if window > moment then amount, moment = 0, window end
			amount = amount + cost
		end
		rest = (amount > 0) and moment + period or now
		value = format('%.0f %.0f', amount, moment)

	elseif kind == 'c' then
		if charge then
			local window = ready - fmod(ready, period)
			if window > moment then
				amount, extra, moment = 0, (window == moment + period) and amount or 0, window
			end
			amount = amount + cost
		end
		rest = (amount > 0) and moment + 2 * period or (extra > 0) and moment + period or now
		value = format('%.0f %.0f %.0f', amount, extra, moment)

	else
		rest = (charge and ready + period) or (amount > extra and moment + period) or now
	end

	if i == chosen then reply[5] = rest - now end
	if charge then
		-- Up to a millisecond late rather than early, and never in this millisecond: that would delete the key at once.
		local expire = format('%.0f', (rest - fmod(rest, 1000)) / 1000 + 1)
		local refused, pushed
		if value then
			refused = redis.pcall('SET', key, value, 'PXAT', expire)
		else
			refused = extra > 0 and redis.pcall('LTRIM', key, extra, -1)
			local entry, entries = format('%.0f', ready), {}
			for n = 1, cost do
				entries[#entries + 1] = entry
				if #entries == 1000 or n == cost then
					if not (type(refused) == 'table' and refused.err) then
						refused = redis.pcall('RPUSH', key, unpack(entries))
						pushed = type(refused) ~= 'table'
					end
					entries = {}
				end
			end
			if pushed then refused = redis.pcall('PEXPIREAT', key, expire) end
		end
		if type(refused) == 'table' and refused.err then
			-- Redis does not roll back where a right was taken away: what was refused is charged to no limit.
			for n = 1, pushed and i or i - 1 do
				if ARGV[4 * n] == 's' then
					call('LTRIM', KEYS[n], 0, -1 - cost)
				elseif states[4 * n - 3] then
					call('SET', KEYS[n], states[4 * n - 3], 'KEEPTTL')
				else
					call('DEL', KEYS[n])
				end
			end
			return refused
		end
		if ARGV[3] == '1' then
			reply[#reply + 1] = value and states[4 * i - 3] or ''
			reply[#reply + 1] = value or ''
		end
	end
end
return reply
