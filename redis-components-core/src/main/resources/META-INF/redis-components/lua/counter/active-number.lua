-- Returns the number of a user's name, and assigns one if it has none.
-- KEYS[1] numbers (hash: number by name)          KEYS[2] the next number (string)          both in one slot
-- ARGV[1] name
-- Reply: the number, counted from 0.  O(1).
-- No number is assigned twice while one of the two keys exists, because two users would share it.
local number = redis.call('HGET', KEYS[1], ARGV[1])
if number then return tonumber(number) end
number = math.max(redis.call('HLEN', KEYS[1]), tonumber(redis.call('GET', KEYS[2]) or 0))
redis.call('SET', KEYS[2], number + 1)
redis.call('HSET', KEYS[1], ARGV[1], number)
return number
