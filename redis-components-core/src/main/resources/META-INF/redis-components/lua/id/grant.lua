-- Grants a block of ids: a range of (unit, sequence) pairs that was never granted before and does not extend beyond the
-- server's clock.
-- KEYS[1] the last grant (hash): t unit and s sequence of its last id, c the clock's unit then, r the server's run id, as
--         the last caller whose user may run INFO saw it
-- ARGV[1] microseconds in a unit          ARGV[2] sequence numbers in a unit
-- ARGV[3] units after which the sequence begins again
-- ARGV[4] the number of ids to grant
-- ARGV[5] unit and ARGV[6] sequence of the greatest id that the caller was granted, -1 for none
-- Reply: {n, unit, first, clock}: n ids from (unit, first) on, carrying into the next unit at the end of the sequence;
-- {0, microseconds, 0, clock}: nothing is free now, retry after this time.  O(1).
local micros, size, period = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local n, ft, fs = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local time = redis.call('TIME')
local clock = time[1] * 1000000 + time[2]
local now = math.floor(clock / micros)
local wait = (now + 1) * micros - clock
local info = redis.pcall('INFO', 'server')
local run = type(info) == 'string' and string.match(info, 'run_id:(%x+)') or ''
local last = redis.call('HMGET', KEYS[1], 't', 's', 'c', 'r')
local t, s, c = tonumber(last[1]), tonumber(last[2]), tonumber(last[3])

local function remember()
	redis.call('HSET', KEYS[1], 't', string.format('%.0f', t), 's', string.format('%.0f', s),
		'c', string.format('%.0f', now), 'r', run ~= '' and run or last[4] or '')
end

-- Data was lost, or another server process made it: grants without a record can reach up to this very unit, never
-- beyond it, so what comes after it is free.
if not t or not s or not c or (run ~= '' and last[4] ~= run) then
	t, s = math.max(t or now, now, ft), size - 1
	remember()
	return {0, wait, 0, now}
end

if ft > t or (ft == t and fs > s) then t, s = ft, fs end

-- How far a grant may reach, and how far back it may begin. Normally up to now; back only as many units as
-- these ids fill. After the clock was set back: on from the last grant, no faster than time passes.
local top, earliest = now, now - math.ceil(n / size) + 1
if run == '' then earliest = now end
if t > now then top, earliest = t + math.max(0, now - c), t end

local unit, first = t, s + 1
if first >= size then unit, first = t + 1, 0 end
if unit < earliest then
	unit = earliest
	if math.floor(unit / period) ~= math.floor(t / period) then first = 0 end
end
local room = (top - unit) * size + size - first
if room < 1 then
	-- After the clock was set back, time passes from now on, and not only when it has caught up.
	if c > now then remember() end
	return {0, wait, 0, now}
end
n = math.min(n, room)
t, s = unit + math.floor((first + n - 1) / size), (first + n - 1) % size
remember()
return {n, unit, first, now}
