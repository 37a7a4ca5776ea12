-- Ends a session.
-- KEYS[1] ends (sorted set: session id by milliseconds)     KEYS[2] sessions (hash: packed session by id)
-- both in the slot of the user's tag
-- ARGV[1] session id
-- Reply: 1 ended, 0 there was none.  O(log n).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local till = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0)
local there = redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[1], ARGV[1])
local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
if last then
	redis.call('PEXPIREAT', KEYS[1], last)
	redis.call('PEXPIREAT', KEYS[2], last)
else
	redis.call('DEL', KEYS[2])
end
return (till > now and there == 1) and 1 or 0
