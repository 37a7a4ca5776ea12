-- Undoes the newest units of a subject, in every limit of a policy, unless a reservation lies ahead.
-- KEYS[1], ... the state of each limit, as acquire.lua keeps it; the last of KEYS marks that this refund was done.
-- ARGV[1] how many units, from 1 to the smallest burst      ARGV[2] how long the mark is kept, in milliseconds
-- then four for each limit (#ARGV is 4 * #KEYS - 2): its kind, limit, burst, and period in microseconds
-- Reply: 1 refunded as far as charged (also when repeated), 0 nothing because a reservation lies ahead.
-- O(limits), for kind s O(log(limit) + units) each.
local call, fmod, max, format, sub, find = redis.call, math.fmod, math.max, string.format, string.sub, string.find
local cost, mark = tonumber(ARGV[1]), KEYS[#KEYS]
if call('EXISTS', mark) == 1 then return 1 end
local time = call('TIME')
local now = time[1] * 1000000 + time[2]
-- What each key will hold ('' for none, nil as it is), for kind s how many stay; and when it is as if never used.
local values, stays, rests = {}, {}, {}

for i = 1, #KEYS - 1 do
	local key, kind, limit = KEYS[i], ARGV[4 * i - 1], tonumber(ARGV[4 * i])
	local burst, period = tonumber(ARGV[4 * i + 1]), tonumber(ARGV[4 * i + 2])
	local held = kind ~= 's' and call('GET', key)
	local value, stay, rest

	if kind == 's' then
		local length = call('LLEN', key)
		if length > 0 then
			if tonumber(call('LINDEX', key, -1)) > now then return 0 end
			-- Removing expired units changes nothing.
			stay = max(0, length - cost)
			rest = (stay > 0) and call('LINDEX', key, stay - 1) + period or now
		end

	elseif held and kind == 'g' then
		local step = period * 1000
		local part = fmod(step, limit)
		step = (step - part) / limit
		if part > 0 then step = step + 1 end
		local used = (sub(held, 1, -4) - now) * 1000 + sub(held, -3)
		if used > burst * step then return 0 end
		used = used - cost * step
		value = ''
		if used > 0 then
			part = fmod(used, 1000)
			rest = now + (used - part) / 1000
			value = format('%.0f%03d', rest, part)
		end

	elseif held and (kind == 't' or kind == 'l') then
		local tick = (period > 60000000) and 1000 or 1
		local unit, at = period / tick, (now - fmod(now, tick)) / tick
		local gap = find(held, ' ', 1, true)
		local since, used = tonumber(sub(held, gap + 1)), tonumber(sub(held, 1, gap - 1))
		if kind == 't' then used = burst * unit - used end
		if since > at then at = since end
		used = used - (at - since) * limit
		if used > burst * unit then return 0 end
		used = used - cost * unit
		value = ''
		if used > 0 then
			local part = fmod(used, limit)
			rest = (at + (used - part) / limit + 1) * tick
			value = format('%.0f %.0f', (kind == 't') and burst * unit - used or used, at)
		end

	elseif held and kind == 'f' then
		local gap = find(held, ' ', 1, true)
		local since, count = tonumber(sub(held, gap + 1)), tonumber(sub(held, 1, gap - 1))
		if since > now then return 0 end
		if since + period > now then
			value, rest = '', since + period
			if count > cost then value = format('%.0f %.0f', count - cost, since) end
		end

	elseif held then
		local tick = (period > 60000000) and 1000 or 1
		local gap = find(held, ' ', 1, true)
		local second = find(held, ' ', gap + 1, true)
		local since, count = tonumber(sub(held, second + 1)), tonumber(sub(held, 1, gap - 1))
		local before = tonumber(sub(held, gap + 1, second - 1))
		if since > now then return 0 end
		if since + period <= now then before, count, since = count, 0, since + period end
		if since + period > now then
			local ticks = period / tick
			local weighed = before * (ticks - (now - since - fmod(now - since, tick)) / tick)
			if weighed > (limit - count) * ticks then return 0 end
			before = max(0, before - max(0, cost - count))
			count = max(0, count - cost)
			value = ''
			if count + before > 0 then
				value, rest = format('%.0f %.0f %.0f', count, before, since), since + (count > 0 and 2 or 1) * period
			end
		end
	end
	values[i], stays[i], rests[i] = value, stay, rest
end

-- A missing right must fail before the first write: a repetition would undo more. The mark is not there.
call('DEL', mark)
if next(stays) then
	call('LTRIM', mark, 0, -1)
	call('PEXPIREAT', mark, 1)
end
call('SET', mark, 1, 'PX', ARGV[2])
for i = 1, #KEYS - 1 do
	local key, value, stay = KEYS[i], values[i], stays[i]
	if value == '' or stay == 0 then
		call('DEL', key)
	elseif value or stay then
		local expire = format('%.0f', (rests[i] - fmod(rests[i], 1000)) / 1000 + 1)
		if value then
			call('SET', key, value, 'PXAT', expire)
		else
			call('LTRIM', key, 0, stay - 1)
			call('PEXPIREAT', key, expire)
		end
	end
end
return 1
