-- Returns the numbers of tags of a cache. Begins anew, with a number newer than all earlier ones, if they are missing or
-- fell back.
-- KEYS[1] tags (sorted set: an id of 8 bytes by the number of its last invalidation, "last" by the newest number, "base"
-- by the number up to which invalidations are forgotten)
-- ARGV[1] the newest number that the caller has read, or -1   from ARGV[2] on ids
-- Reply: {last, base, the number of each id or 0}. What is no number counts as missing.  O(ids * log(tags)).
--- @include cache/include/checked
local function number(member)
  local text = redis.pcall('ZSCORE', KEYS[1], member)
  return text and checked(text) or 0
end
local held = redis.pcall('ZSCORE', KEYS[1], 'last')
if is_refusal(held) then return held end
local last = number('last')
local base = number('base')
local known = tonumber(ARGV[1])
if last <= 0 or base <= 0 or last < known then
  local time = redis.call('TIME')
  last = math.max(time[1] * 1000000 + time[2], last + 1, known + 1)
  base = last
  local text = string.format('%.0f', last)
  redis.call('UNLINK', KEYS[1])
  redis.call('ZADD', KEYS[1], text, 'last', text, 'base')
end
local reply = {last, base}
for i = 2, #ARGV do
  local found = number(ARGV[i])
  reply[i + 1] = found < 0 and last or found
end
return reply
