-- Cancels a waiting task.
-- KEYS[1] due (sorted set)        KEYS[2] items (hash), see schedule.lua
-- KEYS[3] result of this operation (string)             all in the slot of the queue's tag
-- ARGV[1] channel on which a new head is announced     ARGV[2] how the queue is called there
-- ARGV[3] for how many milliseconds to remember this operation
-- ARGV[4] the task's id
-- Reply: 1 cancelled, 0 it does not wait; {1, error} if the PUBLISH was refused.  O(log N).
if redis.call('EXISTS', KEYS[3]) == 1 then return 1 end
redis.call('ZCARD', KEYS[1])
local known = redis.call('HGET', KEYS[2], ARGV[4])
if not known then return 0 end
local before = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
redis.call('HDEL', KEYS[2], ARGV[4])
local failed = redis.pcall('SET', KEYS[3], '', 'PX', ARGV[3])
if not failed.err then failed = redis.pcall('ZREM', KEYS[1], string.sub(known, 1, 16) .. ARGV[4]) end
if type(failed) == 'table' then
	-- Redis does not roll back where a right was taken away: a task without one of the two is lost.
	redis.call('HSET', KEYS[2], ARGV[4], known)
	redis.call('DEL', KEYS[3])
	return failed
end
local head = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
-- Tasks whose times were lost have items only, see promote.lua.
if not head[1] and redis.call('HLEN', KEYS[2]) == redis.call('HEXISTS', KEYS[2], '') then redis.call('DEL', KEYS[2]) end
if head[1] ~= before then
	local pause = -1
	if head[1] then
		local time = redis.call('TIME')
		pause = math.max(0, head[2] * 1000 - time[1] * 1000000 - time[2])
	end
	local refused = redis.pcall('PUBLISH', ARGV[1], string.format('%.0f', pause) .. '::' .. ARGV[2])
	if type(refused) == 'table' then return {1, refused} end
end
return 1
