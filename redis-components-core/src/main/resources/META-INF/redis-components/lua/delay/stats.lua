-- Counts tasks that wait: those with a time and an item. Of tasks that are due, those that lost their item count too, up to
-- the number of tasks that wait, until promote.lua buries them.
-- KEYS[1] due (sorted set)        KEYS[2] items (hash), see schedule.lua       both in the slot of the queue's tag
-- Reply: {how many wait, how many of them are due, microseconds until the first is due or -1 if none waits}.  O(log N).
local waiting = math.min(redis.call('ZCARD', KEYS[1]),
	redis.call('HLEN', KEYS[2]) - redis.call('HEXISTS', KEYS[2], ''))
if waiting == 0 then return {0, 0, -1} end
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local head = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local due = redis.call('ZCOUNT', KEYS[1], '-inf', string.format('%.0f', math.floor(micros / 1000)))
return {waiting, math.min(waiting, due), math.max(0, head[2] * 1000 - micros)}
