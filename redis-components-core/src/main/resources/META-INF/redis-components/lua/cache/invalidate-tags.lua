-- Gives the next number to tags of a cache, which outdates all entries that have one of them. Forgets the oldest numbers
-- beyond the most that are kept; entries that are older than these are outdated then.
-- KEYS[1] tags (sorted set: an id of 8 bytes by the number of its last invalidation, "last" by the newest number, "base"
-- by the number up to which invalidations are forgotten)
-- ARGV[1] the newest number that the caller has read, or -1   ARGV[2] channel   ARGV[3] message, the number is appended
-- ARGV[4] how many tags are kept   from ARGV[5] on ids
-- Reply: the number; {that, error} if the announcement was refused. What is no number counts as missing. Repeating it
-- gives one more.  O(ids * log(tags)).
--- @include cache/include/checked
local function number(member)
  return checked(redis.pcall('ZSCORE', KEYS[1], member))
end
local held = redis.pcall('ZSCORE', KEYS[1], 'last')
if is_refusal(held) then return held end
local last = number('last')
local known = tonumber(ARGV[1])
local time = redis.call('TIME')
local made = string.format('%.0f', math.max(time[1] * 1000000 + time[2], last + 1, known + 1))
if last < 0 or number('base') < 0 or last < known then
  redis.call('UNLINK', KEYS[1])
  redis.call('ZADD', KEYS[1], made, 'base')
end
redis.call('ZADD', KEYS[1], made, 'last')
for i = 5, #ARGV do
  redis.call('ZADD', KEYS[1], made, ARGV[i])
end
local over = redis.call('ZCARD', KEYS[1]) - ARGV[4] - 2
if over > 0 then
  local newest = redis.call('ZRANGE', KEYS[1], over, over, 'WITHSCORES')[2]
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', newest)
  redis.call('ZADD', KEYS[1], newest, 'base')
end
local refused = redis.pcall('PUBLISH', ARGV[2], ARGV[3] .. made)
return type(refused) == 'table' and {tonumber(made), refused} or tonumber(made)
