-- Returns the number of a user's name, and assigns one if it has none.
-- KEYS[1] numbers (hash: number by name; under the empty name the next number)
-- KEYS[2] the next number (string)                both in one slot
-- ARGV[1] name
-- Reply: the number, counted from 0.  O(1).
-- No number is assigned twice while one of the two keys exists, because two users would share it. Each has the next
-- number, because the one may be lost some time after the other.
local number = redis.call('HGET', KEYS[1], ARGV[1])
if number then return tonumber(number) end
local names, following = redis.call('HLEN', KEYS[1]), tonumber(redis.call('HGET', KEYS[1], '') or -1)
-- Earlier versions write names alone, so that there can be more of them.
if following >= names - 1 then names = following end
number = math.max(names, tonumber(redis.call('GET', KEYS[2]) or 0))
redis.call('SET', KEYS[2], number + 1)
redis.call('HSET', KEYS[1], ARGV[1], number, '', number + 1)
return number
