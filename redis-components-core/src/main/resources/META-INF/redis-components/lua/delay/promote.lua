-- Moves due tasks into the queue's stream, at most 500 and about 4 MB, and announces the next one.
-- A task without a time or without an item, because that key was lost, becomes a dead letter. A paused queue moves nothing.
-- KEYS[1] stream                  KEYS[2] due (sorted set)        KEYS[3] items (hash), see schedule.lua
-- KEYS[4] dead (stream)           KEYS[5] paused, see stream/pause.lua
-- KEYS[6] dropped (string: how many dead letters were dropped)                  all in the slot of the queue's tag
-- ARGV[1] channel on which the next head is announced             ARGV[2] how the queue is called there
-- ARGV[3] the process that runs this                              ARGV[4] how many dead letters to keep, 0 for any number
-- Reply: {number of moved tasks, microseconds until the next is due or -1 if none waits, number of tasks without a time, and of
-- those without an item, number of dropped dead letters}, with an error at the end if the announcement was refused. The next
-- is due at once if more were lost. Of a paused queue {0, a second, 0, 0, 0}.  O(n log N), and the number of dead letters that
-- are dropped.
local stream, due, items, dead, keep = KEYS[1], KEYS[2], KEYS[3], KEYS[4], tonumber(ARGV[4])
local function announce(pause)
	local refused = redis.pcall('PUBLISH', ARGV[1], string.format('%.0f', pause) .. ':' .. ARGV[3] .. ':' .. ARGV[2])
	return type(refused) == 'table' and refused or nil
end

if redis.call('EXISTS', KEYS[5]) == 1 then return {0, 1000000, 0, 0, 0, announce(1000000)} end
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
redis.call('XLEN', stream)
redis.call('HLEN', items)
redis.call('XLEN', dead)
redis.call('GET', KEYS[6])
local now = string.format('%.0f', math.floor(micros / 1000))
local members = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, 500)
local ids, counts, moved, bytes = {}, {}, 0, 0
for i, member in ipairs(members) do
	counts[i], members[i] = string.sub(member, 1, 16), string.sub(member, 17)
end

local function fields_of(id, item)
	local attempts, backoff, from = string.match(item, '^%d+:(%d*):(%d*):()')
	local fields = {'i', id, 'v', string.sub(item, from)}
	if attempts ~= '' then fields[#fields + 1] = 'a'; fields[#fields + 1] = attempts end
	if backoff ~= '' then fields[#fields + 1] = 'b'; fields[#fields + 1] = backoff end
	return fields
end

local function bury(fields, error)
	for _, f in ipairs({'~deliveries', '0', '~error', error}) do fields[#fields + 1] = f end
	redis.call('XADD', dead, '*', unpack(fields))
end

local counter = redis.call('HEXISTS', items, '')
-- How many more tasks have a time than have an item.
local function excess() return redis.call('ZCARD', due) + counter - redis.call('HLEN', items) end

-- These remove nothing. Commands that need no memory come first, see lock/release.lua, and a missing right must fail before
-- the first task is moved: it would be moved again.
if #members > 0 or excess() ~= 0 then
	redis.call('ZREM', due, '')
	redis.call('ZREMRANGEBYRANK', due, 1, 0)
	redis.call('HDEL', KEYS[5], '')
end
local stray, lost = 0, 0
local some, read = {}, 0
for i, id in ipairs(members) do
	if i > read then
		-- In small batches, so that large tasks that are not moved are not read needlessly.
		some = redis.call('HMGET', items, unpack(members, i, math.min(i + 24, #members)))
		read = i + #some - 1
	end
	local item = some[i - read + #some]
	-- The item belongs to a later task with the same id; the item of this task is lost.
	local another = item and string.sub(item, 1, 16) ~= counts[i]
	if another then item = false end
	if item then
		bytes = bytes + #item
		if i > 1 and bytes > 4000000 then break end
	end
	if item and string.sub(item, 17, 19) == ':::' then
		redis.call('XADD', stream, '*', 'v', string.sub(item, 20), 'i', id)
	elseif item then
		redis.call('XADD', stream, '*', unpack(fields_of(id, item)))
	else
		bury({'i', id}, 'Its content was lost')
		lost = lost + 1
	end
	if not another then ids[#ids + 1] = id end
	moved = i
end
if moved > 0 then redis.call('ZREMRANGEBYRANK', due, 0, moved - 1) end
if #ids > 0 then redis.call('HDEL', items, unpack(ids)) end

local more = excess()
if more < 0 then
	-- In batches in any order, until none is left.
	bytes = 0
	for _, id in ipairs(redis.call('HRANDFIELD', items, 200)) do
		local item = id ~= '' and bytes < 4000000 and redis.call('HGET', items, id)
		if item and not redis.call('ZSCORE', due, string.sub(item, 1, 16) .. id) then
			bury(fields_of(id, item), 'Its time was lost')
			redis.call('HDEL', items, id)
			bytes, stray = bytes + #item, stray + 1
		end
	end
elseif more > 0 then
	-- Any 200 in a row, so that each is found while many others wait.
	local n = redis.call('ZCARD', due)
	local from = n > 200 and math.max(0, micros % (n + 199) - 199) or 0
	for _, member in ipairs(redis.call('ZRANGE', due, from, from + 199)) do
		local id = string.sub(member, 17)
		local item = redis.call('HGET', items, id)
		if not item or string.sub(item, 1, 16) ~= string.sub(member, 1, 16) then
			bury({'i', id}, 'Its content was lost')
			redis.call('ZREM', due, member)
			lost = lost + 1
		end
	end
end
local dropped = 0
if keep > 0 and stray + lost > 0 then
	dropped = redis.call('XTRIM', dead, 'MAXLEN', keep)
	if dropped > 0 then redis.call('INCRBY', KEYS[6], dropped) end
end
local head = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
local pause = -1
if head[1] then
	pause = math.max(0, head[2] * 1000 - micros)
elseif counter == 1 and redis.call('HLEN', items) == 1 then
	redis.call('DEL', items)
end
if more ~= 0 and stray + lost > 0 and excess() ~= 0 then pause = 0 end
return {moved, pause, stray, lost, dropped, announce(pause)}
