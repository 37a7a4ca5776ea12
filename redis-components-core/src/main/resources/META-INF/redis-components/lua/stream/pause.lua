-- Pauses a queue or resumes it.
-- KEYS[1] paused (hash: since, in milliseconds)                   ARGV[1] 1 to pause, 0 to resume
-- Reply: 1 changed, 0 it was so before.  O(1).
if ARGV[1] == '0' then return redis.call('DEL', KEYS[1]) end
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], 'since', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
return 1
