-- Counts tasks that wait.
-- KEYS[1] due (sorted set), see schedule.lua
-- Reply: {how many wait, how many of them are due, microseconds until the first is due or -1 if none waits}.  O(log N).
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local head = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {redis.call('ZCARD', KEYS[1]),
	redis.call('ZCOUNT', KEYS[1], '-inf', string.format('%.0f', math.floor(micros / 1000))),
	head[2] and math.max(0, head[2] * 1000 - micros) or -1}
