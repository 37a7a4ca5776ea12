-- Acquires like acquire.lua, for a single limit of kind t or l, charged now or not at all.
-- KEYS[1] an amount and its moment (string); expires when it is as if never used
-- ARGV[1] t stores the rest, l the use      ARGV[2] cost      ARGV[3] limit      ARGV[4] burst
-- ARGV[5] period in microseconds
-- Reply: as of acquire.lua.  O(1).
local call, fmod, sub, format = redis.call, math.fmod, string.sub, string.format
local tokens, limit, period = ARGV[1] == 't', tonumber(ARGV[3]), tonumber(ARGV[5])
local tick = (period > 60000000) and 1000 or 1
local unit = period / tick
local need, size, used = ARGV[2] * unit, ARGV[4] * unit, 0
local time = call('TIME')
local now = time[1] * 1000000 + time[2]
local at, held = (now - fmod(now, tick)) / tick, call('GET', KEYS[1])
if held then
	local gap = string.find(held, ' ', 1, true)
	local since = tonumber(sub(held, gap + 1))
	used = tonumber(sub(held, 1, gap - 1))
	if tokens then used = size - used end
	if since > at then at = since end
	used = used - (at - since) * limit
	if used < 0 then used = 0 end
end

local free, wait = size - used, 0
if need > free then
	local lacking = need - free
	local part = fmod(lacking, limit)
	wait = (lacking - part) / limit
	if part > 0 then wait = wait + 1 end
	wait = (at + wait) * tick - now
else
	free, used = free - need, used + need
end
local part = fmod(used, limit)
local rest = (used - part) / limit
if part > 0 then rest = rest + 1 end
rest = (rest > 0) and (at + rest) * tick or now
if wait == 0 then
	-- As in acquire.lua, up to a millisecond late.
	call('SET', KEYS[1], format('%.0f %.0f', tokens and size - used or used, at), 'PXAT',
		format('%.0f', (rest - fmod(rest, 1000)) / 1000 + 1))
end
return { wait == 0 and 1 or 0, 1, free > 0 and (free - fmod(free, unit)) / unit or 0, wait, rest - now, now }
