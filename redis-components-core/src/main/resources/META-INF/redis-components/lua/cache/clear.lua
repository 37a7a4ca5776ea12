-- Begins a new generation of a cache, which makes all entries of older ones invisible.
-- KEYS[1] generation (string, a number that only grows, until the year 2100)
-- ARGV[1] the newest generation that the caller has read, or -1   ARGV[2] channel   ARGV[3] message, the generation is appended
-- Reply: the new generation; {that, error} if the announcement was refused. What is no number of that range counts as
-- missing. Repeating it begins one more.  O(1).
local function checked(text)
  local number = type(text) == 'string' and tonumber(text) or -1
  return number >= 0 and number <= 4102444800000000 and number == math.floor(number) and number or -1
end
local held = redis.pcall('GET', KEYS[1])
-- What is refused is no content of a wrong type.
if type(held) == 'table' and not string.find(held.err, 'WRONGTYPE', 1, true) then return held end
local old = checked(held)
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local made = math.max(now, old + 1, checked(ARGV[1]) + 1)
local text = string.format('%.0f', made)
redis.call('SET', KEYS[1], text)
local refused = redis.pcall('PUBLISH', ARGV[2], ARGV[3] .. text)
return type(refused) == 'table' and {made, refused} or made
