-- Cancels all waiting tasks.
-- KEYS[1] due (sorted set)        KEYS[2] items (hash), see schedule.lua       both in the slot of the queue's tag
-- ARGV[1] channel on which a new head is announced     ARGV[2] how the queue is called there
-- Reply: how many there were; {that, error} if the announcement was refused.  O(1); they are freed off the main thread.
local due = redis.call('ZCARD', KEYS[1])
local n = math.min(due, redis.call('HLEN', KEYS[2]) - redis.call('HEXISTS', KEYS[2], ''))
redis.call('UNLINK', KEYS[1], KEYS[2])
if due > 0 then
	local refused = redis.pcall('PUBLISH', ARGV[1], '-1::' .. ARGV[2])
	if type(refused) == 'table' then return {n, refused} end
end
return n
