-- Returns the generation of a cache. Creates one that is newer than all earlier ones if it is missing, and raises one
-- that fell back.
-- KEYS[1] generation (string, a number that only grows, in microseconds of the server's time at first, until the year 2100)
-- ARGV[1] the newest generation that the caller has read, or -1
-- Reply: the generation. What is no number of that range counts as missing.  O(1).
--- @include cache/include/checked
local held = redis.pcall('GET', KEYS[1])
if is_refusal(held) then return held end
local known = checked(held)
local caller = checked(ARGV[1])
if known >= 0 and known >= caller then return known end
local made = caller
if known < 0 then
  local time = redis.call('TIME')
  made = math.max(time[1] * 1000000 + time[2], caller + 1)
end
redis.call('SET', KEYS[1], string.format('%.0f', made))
return made
