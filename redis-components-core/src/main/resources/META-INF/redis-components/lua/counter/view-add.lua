-- Adds a batch of views to the counts of a minute, an hour and a day.
-- KEYS[1] the last batch of the sender that was added         KEYS[2] minute (hash of pages)
-- KEYS[3] hour (hash of pages)    KEYS[4] day (sorted set of pages)    KEYS[5] all views of the day
-- ARGV[1] number of the batch                                 ARGV[2] for how many milliseconds that is remembered
-- ARGV[3] when the minute begins, in milliseconds             ARGV[4], ARGV[5], ARGV[6] when minute, hour and day expire
-- ARGV[7] how many pages each of them has at the most         ARGV[8] views of pages that are not named
-- ARGV[i] from the ninth on: a page and its views, at most 500 pairs
-- Reply: {-1, now} the minute has not begun, or its day is no longer kept; {0, now, views of pages that were not listed}
-- added; {1, now, 0} added before.
-- The field '' of a hash has the views of all pages.  O(pages * log(pages of the day)).
local number, most = tonumber(ARGV[1]), tonumber(ARGV[7])
local added = tonumber(redis.call('GET', KEYS[1]) or 0)
local inMinute, inHour = redis.call('HLEN', KEYS[2]), redis.call('HLEN', KEYS[3])
local inDay = redis.call('ZCARD', KEYS[4])
redis.call('GET', KEYS[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = string.format('%.0f', now)
if now < tonumber(ARGV[3]) or now >= tonumber(ARGV[6]) then return {-1, at} end
if added >= number then return {1, at, '0'} end

redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
local may = redis.pcall('PEXPIREAT', KEYS[5], ARGV[6])
if type(may) == 'table' then
	redis.call('SET', KEYS[1], string.format('%.0f', added), 'PX', ARGV[2])
	return may
end
local all, unlisted = tonumber(ARGV[8]), 0
local function intoHash(key, expiry, size)
	if now >= tonumber(expiry) then return end
	local sum = tonumber(ARGV[8])
	for i = 9, #ARGV, 2 do
		local views = tonumber(ARGV[i + 1])
		if redis.call('HINCRBY', key, ARGV[i], ARGV[i + 1]) == views then
			-- The field of all pages does not count.
			if size > most then
				redis.call('HDEL', key, ARGV[i])
			else
				size = size + 1
			end
		end
		sum = sum + views
	end
	redis.call('HINCRBY', key, '', string.format('%.0f', sum))
	redis.call('PEXPIREAT', key, expiry)
end

intoHash(KEYS[2], ARGV[4], math.max(inMinute, 1))
intoHash(KEYS[3], ARGV[5], math.max(inHour, 1))
for i = 9, #ARGV, 2 do
	local views = tonumber(ARGV[i + 1])
	if tonumber(redis.call('ZINCRBY', KEYS[4], ARGV[i + 1], ARGV[i])) == views then
		if inDay >= most then
			redis.call('ZREM', KEYS[4], ARGV[i])
			unlisted = unlisted + views
		else
			inDay = inDay + 1
		end
	end
	all = all + views
end
redis.call('PEXPIREAT', KEYS[4], ARGV[6])
redis.call('INCRBY', KEYS[5], string.format('%.0f', all))
redis.call('PEXPIREAT', KEYS[5], ARGV[6])
return {0, at, string.format('%.0f', unlisted)}
