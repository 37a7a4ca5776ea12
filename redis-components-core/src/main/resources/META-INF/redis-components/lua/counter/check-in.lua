-- Marks a day in a user's calendar, or only reads it, and counts the consecutive marked days that end there.
-- KEYS[1] calendar (hash: yyyymm by the days of the month, 4 bytes, least first, day 1 the lowest bit; op: last operation)
-- ARGV[1] year                    ARGV[2] month               ARGV[3] day
-- ARGV[4] when the day begins, in milliseconds                ARGV[5] when it ends, 0 if any day will do that has begun
-- ARGV[6] 1 to mark, 0 to read    ARGV[7] number of months that are kept                  ARGV[8] ttl in milliseconds
-- ARGV[9] operation id
-- Reply: {-1, now} the day has not begun, or ended, {-2, yyyymm} it is before the first month that is kept,
-- {1, streak} marked now, {0, streak} marked before, {2, streak} read and not marked: the streak of the day before.
-- O(months).
local key = KEYS[1]
local year, month, day = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local field = string.format('%04d%02d', year, month)
local packed = redis.call('HGET', key, field)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[4]) or (ARGV[5] ~= '0' and now >= tonumber(ARGV[5])) then
	return {-1, string.format('%.0f', now)}
end

local function days_of(y, m)
	if m == 2 then
		return ((y % 4 == 0 and y % 100 ~= 0) or y % 400 == 0) and 29 or 28
	end
	return (m == 4 or m == 6 or m == 9 or m == 11) and 30 or 31
end

local function bits_of(text)
	return text and struct.unpack('<I4', text) or 0
end

local function streak(y, m, d)
	local count, bits = 0, bits_of(redis.call('HGET', key, string.format('%04d%02d', y, m)))
	while true do
		if d == 0 then
			m = m - 1
			if m == 0 then y, m = y - 1, 12 end
			d = days_of(y, m)
			bits = bits_of(redis.call('HGET', key, string.format('%04d%02d', y, m)))
		end
		if bit.band(bits, bit.lshift(1, d - 1)) == 0 then return count end
		count = count + 1
		d = d - 1
	end
end

local mask = bit.lshift(1, day - 1)
local marked = bit.band(bits_of(packed), mask) ~= 0
if ARGV[6] == '0' then
	return marked and {0, streak(year, month, day)} or {2, streak(year, month, day - 1)}
end
if marked then
	local repeated = redis.call('HGET', key, 'op') == ARGV[9]
	return {repeated and 1 or 0, streak(year, month, day)}
end

if not packed then
	local function index(text) return math.floor(text / 100) * 12 + text % 100 end
	local newest, known = index(tonumber(field)), {}
	for _, other in ipairs(redis.call('HKEYS', key)) do
		if other ~= 'op' then
			known[#known + 1] = other
			newest = math.max(newest, index(tonumber(other)))
		end
	end
	local oldest = newest - tonumber(ARGV[7]) + 1
	if index(tonumber(field)) < oldest then
		return {-2, string.format('%.0f', math.floor((oldest - 1) / 12) * 100 + (oldest - 1) % 12 + 1)}
	end
	for _, other in ipairs(known) do
		if index(tonumber(other)) < oldest then redis.call('HDEL', key, other) end
	end
end
local before = redis.call('HGET', key, 'op')
redis.call('HSET', key, field, struct.pack('<I4', bit.bor(bits_of(packed), mask)), 'op', ARGV[9])
local refused = redis.pcall('PEXPIRE', key, ARGV[8])
if type(refused) == 'table' then
	-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever, and a
	-- repetition would find the day marked.
	for name, value in pairs({[field] = packed, op = before}) do
		if value then redis.call('HSET', key, name, value) else redis.call('HDEL', key, name) end
	end
	return refused
end
return {1, streak(year, month, day)}
