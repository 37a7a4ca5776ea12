-- Reads the generation of a cache; makes one, newer than all that were, when it is missing.
-- KEYS[1] generation (string, a number that only grows, in microseconds of the server's time at first)
-- ARGV[1] the newest generation that the caller knows, or -1
-- Reply: the generation.  O(1).
local known = redis.pcall('GET', KEYS[1])
if type(known) == 'string' and tonumber(known) then return tonumber(known) end
local time = redis.call('TIME')
local made = math.max(time[1] * 1000000 + time[2], tonumber(ARGV[1]) + 1)
redis.call('SET', KEYS[1], string.format('%.0f', made))
return made
