-- Renews the lease of the generation that is being built.
-- KEYS[1] the filter (hash)
-- ARGV[1] id of the generation that is being built   ARGV[2] lease in ms
-- Reply: 1, or 0 if it has another owner or none.  O(1).
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2]))
return 1
