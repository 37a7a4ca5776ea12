-- Takes all tasks out that wait.
-- KEYS[1] due (sorted set)        KEYS[2] items (hash), see schedule.lua       both in the slot of the queue's tag
-- ARGV[1] channel on which a new head is announced     ARGV[2] how the queue is called there
-- Reply: how many there were.  O(N).
local n = redis.call('ZCARD', KEYS[1])
redis.call('DEL', KEYS[1], KEYS[2])
if n > 0 then redis.call('PUBLISH', ARGV[1], '-1::' .. ARGV[2]) end
return n
