-- Changes the time of a waiting task. It comes last among the tasks of that time.
-- KEYS[1] due (sorted set)        KEYS[2] items (hash), see schedule.lua
-- KEYS[3] result of this operation (string)             all in the slot of the queue's tag
-- ARGV[1] channel on which a new head is announced     ARGV[2] how the queue is called there
-- ARGV[3] for how many milliseconds to remember this operation
-- ARGV[4] the task's id
-- ARGV[5] + and ARGV[6] milliseconds from now, or = and milliseconds since the epoch
-- Reply: when it is due, -1 if it does not wait; {that, error} if the announcement was refused.  O(log N).
local due, items, id, at = KEYS[1], KEYS[2], ARGV[4], tonumber(ARGV[6])
local done = redis.call('GET', KEYS[3])
if done then return tonumber(done) end
redis.call('ZCARD', due)
local known = redis.call('HGET', items, id)
if not known then return -1 end
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
if ARGV[5] == '+' then
	at = at == 0 and math.floor(micros / 1000) or math.ceil(micros / 1000) + at
else
	at = math.max(at, math.floor(micros / 1000))
end
local before = redis.call('ZRANGE', due, 0, 0)[1]
local count = string.format('%016.0f', redis.call('HINCRBY', items, '', 1))
-- No member: a missing right must fail before the task loses its time.
redis.call('ZREM', due, '')
redis.call('ZADD', due, string.format('%.0f', at), count .. id)
local failed = redis.pcall('HSET', items, id, count .. string.sub(known, 17))
if type(failed) == 'table' then
	redis.call('ZREM', due, count .. id)
	return failed
end
redis.call('ZREM', due, string.sub(known, 1, 16) .. id)
redis.call('SET', KEYS[3], string.format('%.0f', at), 'PX', ARGV[3])
local head = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
if head[1] ~= before then
	local pause = string.format('%.0f', math.max(0, head[2] * 1000 - micros))
	local refused = redis.pcall('PUBLISH', ARGV[1], pause .. '::' .. ARGV[2])
	if type(refused) == 'table' then return {at, refused} end
end
return at
