-- Merges an estimate from another day or counter into a day. The day is an estimate from then on.
-- KEYS[1] members (set)           KEYS[2] estimate (HyperLogLog)                    KEYS[3] work (HyperLogLog, gone afterwards)
-- ARGV[1] when the day begins, in milliseconds                ARGV[2] when its count expires, in milliseconds
-- ARGV[3] estimate to add
-- Reply: {-1, now} the day has not begun, {-2, now} its count has expired, {0, now} added, {-4} the estimate is lost.  O(1).
local kept = redis.call('SCARD', KEYS[1])
local known = redis.call('EXISTS', KEYS[2]) == 1
if known then redis.call('PFCOUNT', KEYS[2]) end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = string.format('%.0f', now)
if now < tonumber(ARGV[1]) then return {-1, at} end
if now >= tonumber(ARGV[2]) then return {-2, at} end
if kept > 0 and not known then return {-4} end

redis.call('SET', KEYS[3], ARGV[3], 'PX', 60000)
-- A missing right must fail before the estimate is made.
redis.call('PEXPIREAT', KEYS[2], ARGV[2])
redis.call('PFMERGE', KEYS[2], KEYS[3])
if not known then redis.call('PEXPIREAT', KEYS[2], ARGV[2]) end
redis.call('DEL', KEYS[3])
redis.call('UNLINK', KEYS[1])
return {0, at}
