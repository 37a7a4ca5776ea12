-- Extends the lease of a holder of one of Redisson's locks; never shortens it.
-- KEYS[1] the lock   KEYS[2] state of the name   KEYS[3] as in redisson-confirm.lua
-- ARGV[1] holder   ARGV[2] new duration of the lease from now in ms   ARGV[3] how long KEYS[2] outlives it in ms
-- Reply: 1, or 0 if the holder does not hold the lock.  O(1).
local holds = redis.call('HGET', KEYS[1], ARGV[1])
if not holds or redis.call('EXISTS', KEYS[3]) == 0 then
	return 0
end
-- See redisson-confirm.lua.
if holds ~= '1' then
	redis.call('HSET', KEYS[1], ARGV[1], '1')
end
for n, millis in pairs({ARGV[2], ARGV[2] + ARGV[3], ARGV[2]}) do
	if redis.call('PTTL', KEYS[n]) < tonumber(millis) then
		redis.call('PEXPIRE', KEYS[n], string.format('%.0f', millis))
	end
end
return 1
