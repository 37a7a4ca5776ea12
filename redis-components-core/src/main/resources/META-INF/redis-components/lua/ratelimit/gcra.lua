-- Acquires like acquire.lua, for the most frequent case: a single limit of kind g, charged now or not at all.
-- KEYS[1] the moment of being as if never used, in nanoseconds (string); expires then
-- ARGV[1] time of the cost      ARGV[2] time of a unit      ARGV[3] time of the burst; all in nanoseconds
-- Reply: as of acquire.lua.  O(1).
local call, fmod, sub, format = redis.call, math.fmod, string.sub, string.format
local need, step, free = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = call('TIME')
local now = time[1] * 1000000 + time[2]
local held, used = call('GET', KEYS[1]), 0
if held then
	used = (sub(held, 1, -4) - now) * 1000 + sub(held, -3)
	if used < 0 then used = 0 end
end
free = free - used

if need > free then
	local wait, rest = need - free + 999, used + 999
	return { 0, 1, free > 0 and (free - fmod(free, step)) / step or 0, (wait - fmod(wait, 1000)) / 1000,
		(rest - fmod(rest, 1000)) / 1000, now }
end
free, used = free - need, used + need
local part = fmod(used, 1000)
local rest = (used - part) / 1000
local value = format('%.0f%03d', now + rest, part)
if part > 0 then rest = rest + 1 end
-- As in acquire.lua, up to a millisecond late.
rest = now + rest
call('SET', KEYS[1], value, 'PXAT', format('%.0f', (rest - fmod(rest, 1000)) / 1000 + 1))
return { 1, 1, (free - fmod(free, step)) / step, 0, rest - now, now }
