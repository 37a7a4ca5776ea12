-- Returns a login mark: the time of the server that has a user's sessions. Keeps the time of the last revocation.
-- KEYS[1] when all were revoked (string: microseconds)
-- ARGV[1] milliseconds for which a login mark is valid
-- Reply: microseconds.  O(1).
-- A missing key may have been evicted. It is created with the current time, so that no earlier mark is valid.
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
