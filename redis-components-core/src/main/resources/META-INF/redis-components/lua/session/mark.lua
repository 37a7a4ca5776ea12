-- Tells the time on the server that has a user's sessions, and keeps what a login with this mark will be held against.
-- KEYS[1] when all were revoked (string: microseconds)
-- ARGV[1] milliseconds a login mark holds
-- Reply: microseconds.  O(1).
-- Where the key is missing it may have been evicted: it is made anew as of now, so that no mark of before holds.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local revoked = tonumber(redis.call('GET', KEYS[1]))
if revoked then
	redis.call('PEXPIRE', KEYS[1], ARGV[1])
else
	revoked = now
	redis.call('SET', KEYS[1], string.format('%.0f', now), 'PX', ARGV[1])
end
return math.max(now, revoked + 1)
