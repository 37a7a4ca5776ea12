-- Marks users of one chunk as active on one day.
-- KEYS[1] chunk (bitmap: bit 0 is set when the day's index has the chunk, bit n + 1 is the chunk's user n)
-- ARGV[1] when the day begins, in milliseconds                ARGV[2] when it ends, 0 if any day will do that has begun
-- ARGV[3] when its marks expire, in milliseconds              ARGV[4] 1 if the index has the chunk, 0 if that is not known
-- ARGV[i] from the fifth on: bits, the highest first, so that a new bitmap gets its size at once
-- Reply: {-1, now} the day has not begun, or ended, {-2, now} its marks have expired, {-3, now} nothing was done: put the
-- chunk into the index first, {0, n} how many were not marked before.  O(users).
local indexed = redis.call('GETBIT', KEYS[1], 0) == 1
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = string.format('%.0f', now)
if now < tonumber(ARGV[1]) or (ARGV[2] ~= '0' and now >= tonumber(ARGV[2])) then return {-1, at} end
if now >= tonumber(ARGV[3]) then return {-2, at} end
if not indexed and ARGV[4] == '0' then return {-3, at} end

local new = 0
for i = 5, #ARGV do
	new = new + 1 - redis.call('SETBIT', KEYS[1], ARGV[i], 1)
end
if not indexed then
	-- In this order: where a right was taken away, the next call goes on.
	redis.call('PEXPIREAT', KEYS[1], ARGV[3])
	redis.call('SETBIT', KEYS[1], 0, 1)
end
return {0, new}
