-- Looks up the number of a user's name, and gives it one if it has none.
-- KEYS[1] numbers (hash: number by name)
-- ARGV[1] name
-- Reply: the number, counted from 0.  O(1).
local number = redis.call('HGET', KEYS[1], ARGV[1])
if number then return tonumber(number) end
number = redis.call('HLEN', KEYS[1])
redis.call('HSET', KEYS[1], ARGV[1], number)
return number
