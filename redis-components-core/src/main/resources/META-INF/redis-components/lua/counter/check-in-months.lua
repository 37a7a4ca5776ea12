-- Returns months of a user's calendar.
-- KEYS[1] calendar (hash: yyyymm by the days of the month, 4 bytes, least first, day 1 the lowest bit)
-- ARGV[i] months as yyyymm, at most 1000
-- Reply: for each month its days as a number, 0 for a month without any.  O(months).
local months = redis.call('HMGET', KEYS[1], unpack(ARGV))
for i = 1, #ARGV do
	months[i] = months[i] and struct.unpack('<I4', months[i]) or 0
end
return months
