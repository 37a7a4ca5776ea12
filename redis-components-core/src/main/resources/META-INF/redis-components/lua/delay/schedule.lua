-- Schedules tasks. At most one task with the same id waits at a time.
-- KEYS[1] due (sorted set: 16 digits of a counter and the id, by milliseconds since the epoch)
-- KEYS[2] items (hash: counter:attempts:back-off:payload by id, and the counter itself by '')
-- KEYS[3] result of this operation (string)             all in the slot of the queue's tag
-- ARGV[1] channel on which a new head is announced     ARGV[2] how the queue is called there
-- ARGV[3] for how many milliseconds to remember this operation
-- ARGV[4] how many tasks may wait, 0 for any number
-- ARGV[5] and on, for each task: id, 1 to replace one that waits with it or 0 to refuse, + and milliseconds from now or
-- = and milliseconds since the epoch, attempts and back-off or empty, payload
-- Reply: for each task 1 scheduled, 2 replaced or 0 duplicate, and when it is due; nothing at all if there are too many. An error at the end
-- if the announcement was refused.
-- O(n log N).
local due, items, max = KEYS[1], KEYS[2], tonumber(ARGV[4])
local done = redis.call('GET', KEYS[3])
if done then return cmsgpack.unpack(done) end
local waiting = math.min(redis.call('ZCARD', due), redis.call('HLEN', items) - redis.call('HEXISTS', items, ''))
if max > 0 then
	local seen = {}
	for i = 5, #ARGV, 7 do
		if not seen[ARGV[i]] and redis.call('HEXISTS', items, ARGV[i]) == 0 then
			seen[ARGV[i]] = true
			waiting = waiting + 1
			if waiting > max then return {} end
		end
	end
end

local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
-- A delay starts with the next millisecond, so that it is never too short.
local now, begun = math.floor(micros / 1000), math.ceil(micros / 1000)
local before = redis.call('ZRANGE', due, 0, 0)[1]
-- Neither key nor member: a missing right must fail before the first write, because a repetition would schedule them again.
redis.call('SET', KEYS[3], '', 'XX')
redis.call('ZREM', due, '')
local result = {}
for i = 5, #ARGV, 7 do
	local id, at = ARGV[i], tonumber(ARGV[i + 3])
	if ARGV[i + 2] == '+' then
		at = at == 0 and now or begun + at
	else
		at = math.max(at, now)
	end
	local known = redis.call('HGET', items, id)
	known = known and string.sub(known, 1, 16) .. id
	-- A task without a time does not wait.
	if known and not redis.call('ZSCORE', due, known) then known = nil end
	local state = known and 0 or 1
	if known and ARGV[i + 1] == '1' then
		state = 2
	end
	if state == 0 then
		at = tonumber(redis.call('ZSCORE', due, known))
	else
		local count = string.format('%016.0f', redis.call('HINCRBY', items, '', 1))
		redis.call('ZADD', due, string.format('%.0f', at), count .. id)
		local refused = redis.pcall('HSET', items, id, table.concat({count, ARGV[i + 4], ARGV[i + 5], ARGV[i + 6]}, ':'))
		if type(refused) == 'table' then
			redis.call('ZREM', due, count .. id)
			return refused
		end
		if known then redis.call('ZREM', due, known) end
	end
	result[#result + 1] = state
	result[#result + 1] = at
end
redis.call('SET', KEYS[3], cmsgpack.pack(result), 'PX', ARGV[3])
local head = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
if head[1] ~= before then
	local pause = string.format('%.0f', math.max(0, head[2] * 1000 - micros))
	local refused = redis.pcall('PUBLISH', ARGV[1], pause .. '::' .. ARGV[2])
	if type(refused) == 'table' then result[#result + 1] = refused end
end
return result
