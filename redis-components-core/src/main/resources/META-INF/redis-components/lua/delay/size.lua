-- Counts the tasks that wait: those with a time and an item. Without one of the keys the tasks are lost, see promote.lua.
-- KEYS[1] due (sorted set)        KEYS[2] items (hash), see schedule.lua       both in the slot of the queue's tag
-- Reply: how many wait.  O(1).
return math.min(redis.call('ZCARD', KEYS[1]), redis.call('HLEN', KEYS[2]) - redis.call('HEXISTS', KEYS[2], ''))
