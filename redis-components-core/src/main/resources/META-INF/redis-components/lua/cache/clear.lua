-- Begins a new generation of a cache, which makes all entries of older ones invisible.
-- KEYS[1] generation (string, a number that only grows, until the year 2100)
-- ARGV[1] the newest generation that the caller has read, or -1   ARGV[2] channel   ARGV[3] message, the generation is appended
-- Reply: the new generation; {that, error} if the announcement was refused. What is no number of that range counts as
-- missing. Repeating it begins one more.  O(1).
--- @include cache/include/checked
local held = redis.pcall('GET', KEYS[1])
if is_refusal(held) then return held end
local old = checked(held)
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local made = math.max(now, old + 1, checked(ARGV[1]) + 1)
local text = string.format('%.0f', made)
redis.call('SET', KEYS[1], text)
local refused = redis.pcall('PUBLISH', ARGV[2], ARGV[3] .. text)
return type(refused) == 'table' and {made, refused} or made
