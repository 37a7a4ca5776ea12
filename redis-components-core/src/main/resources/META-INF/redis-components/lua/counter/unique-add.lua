-- Counts members on a day: by an estimate and, until there are too many, as a set.
-- KEYS[1] members (set, gone when there are too many)         KEYS[2] estimate (HyperLogLog)
-- ARGV[1] when the day begins, in milliseconds                ARGV[2] when it ends, 0 if any day will do that has begun
-- ARGV[3] when its count expires, in milliseconds             ARGV[4] how many members are kept by themselves
-- ARGV[i] from the fifth on: members, at most 1000
-- Reply: {-1, now} the day has not begun, or ended, {-2, now} its count has expired, {0, now} counted, {-4} the
-- estimate is lost, see unique-mend.lua.  O(members).
local members, estimate = KEYS[1], KEYS[2]
local kept = redis.call('SCARD', members)
local known = redis.call('EXISTS', estimate) == 1
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = string.format('%.0f', now)
if now < tonumber(ARGV[1]) or (ARGV[2] ~= '0' and now >= tonumber(ARGV[2])) then return {-1, at} end
if now >= tonumber(ARGV[3]) then return {-2, at} end
if kept > 0 and not known then return {-4} end

local exact = kept > 0 or not known
-- Adds nothing. A key of another type must fail before the first write.
if exact and known then redis.call('PFADD', estimate) end
-- First what is mended if the estimate is refused.
if exact then redis.call('SADD', members, unpack(ARGV, 5)) end
if not known then
	-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
	local refused = redis.pcall('PEXPIREAT', members, ARGV[3])
	if type(refused) == 'table' then
		redis.call('UNLINK', members)
		return refused
	end
end
redis.call('PFADD', estimate, unpack(ARGV, 5))
if not known then redis.call('PEXPIREAT', estimate, ARGV[3]) end
if exact and redis.call('SCARD', members) > tonumber(ARGV[4]) then redis.call('UNLINK', members) end
return {0, at}
