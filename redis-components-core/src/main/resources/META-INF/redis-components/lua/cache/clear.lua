-- Begins a new generation of a cache, which makes all entries of older ones invisible.
-- KEYS[1] generation (string, a number that only grows)
-- ARGV[1] the newest generation that the caller knows, or -1   ARGV[2] channel   ARGV[3] message, the generation is appended
-- Reply: the new generation; {that, error} if the announcement was refused. Repeating it begins one more.  O(1).
local old = redis.pcall('GET', KEYS[1])
old = type(old) == 'string' and tonumber(old) or -1
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local made = math.max(now, old + 1, tonumber(ARGV[1]) + 1)
local text = string.format('%.0f', made)
redis.call('SET', KEYS[1], text)
local refused = redis.pcall('PUBLISH', ARGV[2], ARGV[3] .. text)
return type(refused) == 'table' and {made, refused} or made
