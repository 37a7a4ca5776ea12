-- Puts elements at the front of a queue and trims it to its length.
-- KEYS[1] order (sorted set: id by counter)       KEYS[2] values (hash: value by id)
-- KEYS[3] meta (hash: length, next)               KEYS[4] windows (sorted set: business key by end of its window)
-- KEYS[5] keys (hash: id by business key)         all in the slot of the queue's name
-- ARGV[1] none, value or key      ARGV[2] the caller's length      ARGV[3] 1 to make that the queue's length
-- ARGV[4] window in milliseconds  ARGV[5] ttl in milliseconds, 0 for none
-- ARGV[6] and on: id, value and business key of each element, oldest first; without any, the length is set
-- Reply: {added, moved, refused, trimmed, size, how many elements were gone in part, because a key was lost}.  O(n log N).
local order, values, meta, windows, keys = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local mode, window, ttl = ARGV[1], tonumber(ARGV[4]), tonumber(ARGV[5])
local known = redis.call('HMGET', meta, 'length', 'next')
local stored, existed = known[1], known[1] or known[2]
-- A key of another type must fail before the first write.
local ordered = redis.call('ZCARD', order)
local valued = redis.call('HLEN', values)
local windowed = redis.call('ZCARD', windows)
redis.call('HLEN', keys)
local lost = 0
if (ordered == 0) ~= (valued == 0) then
	-- A remaining half of a lost key cannot be read.
	lost = math.max(ordered, valued)
	redis.call('UNLINK', order, values)
elseif ordered > 0 and not known[2] then
	-- Otherwise new elements would be older than all others.
	redis.call('HSET', meta, 'next', string.format('%.0f', redis.call('ZREVRANGE', order, 0, 0, 'WITHSCORES')[2]))
end

if ARGV[3] == '1' or not stored then
	stored = ARGV[2]
	redis.call('HSET', meta, 'length', stored)
	local failed = not existed and ttl > 0 and redis.pcall('PEXPIRE', meta, ttl)
	if type(failed) == 'table' then
		-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
		redis.call('UNLINK', meta)
		return failed
	end
end
local now, lasting = 0, {}
if mode == 'key' then
	local time = redis.call('TIME')
	now = time[1] * 1000 + math.floor(time[2] / 1000)
	-- More than are added, so that expired keys do not accumulate.
	local over = redis.call('ZRANGEBYSCORE', windows, '-inf', now, 'LIMIT', 0, (#ARGV - 5) / 3 * 2 + 16)
	-- Keys without an end belong to windows that were deleted.
	if windowed == 0 then redis.call('UNLINK', keys) end
	if #over > 0 then
		-- In this order: where a right was taken away, the next call goes on.
		redis.call('HDEL', keys, unpack(over))
		redis.call('ZREM', windows, unpack(over))
	end
	-- A missing right must fail before there are further keys, which would have no expiry.
	lasting = {[windows] = redis.call('PTTL', windows), [keys] = redis.call('PTTL', keys)}
end

-- Before an element is there: a repetition would add it again.
if ttl == 0 and redis.call('PTTL', meta) >= 0 then
	for _, key in ipairs({order, values, meta}) do redis.call('PERSIST', key) end
end

local added, moved, refused, tried = 0, 0, 0, false
for i = 6, #ARGV, 3 do
	local id, value, business = ARGV[i], ARGV[i + 1], ARGV[i + 2]
	local known = redis.call('ZSCORE', order, id)
	local enters = mode == 'value' or not known
	if enters and mode == 'key' then
		local till = redis.call('ZSCORE', windows, business)
		if till and tonumber(till) > now then
			enters = false
			-- Added by an earlier attempt of this offer and removed from the queue since.
			known = redis.call('HGET', keys, business) == id
			if not known then refused = refused + 1 end
		end
	end
	if mode == 'value' and known then
		moved = moved + 1
	elseif enters or known then
		added = added + 1
	end
	if enters then
		local place = redis.call('HINCRBY', meta, 'next', 1)
		if not tried then
			tried = true
			-- As above.
			if ttl > 0 then redis.call('PEXPIRE', meta, ttl) end
			if mode == 'key' and redis.call('PEXPIRE', windows, math.max(window, lasting[windows])) == 1 then
				lasting[windows] = nil
			end
		end
		redis.call('HSET', values, id, value)
		local failed = redis.pcall('ZADD', order, place, id)
		if type(failed) == 'table' then
			-- Nothing would remove it.
			if not known then redis.call('HDEL', values, id) end
			return failed
		end
		-- After the element: a window without it would refuse a repetition.
		if mode == 'key' then
			redis.call('HSET', keys, business, id)
			redis.call('ZADD', windows, now + window, business)
		end
	end
end

local kept = tonumber(stored)
local extra = math.max(0, redis.call('ZCARD', order) - kept)
local left = extra
if extra > 1000 and extra > 9 * kept then
	-- The length became much smaller: to write what stays is less work than to remove what goes.
	local batches = {}
	for from = extra, extra + kept - 1, 1000 do
		local some, places, ids, contents = redis.call('ZRANGE', order, from, from + 999, 'WITHSCORES'), {}, {}, {}
		for i = 1, #some, 2 do
			places[i], places[i + 1] = some[i + 1], some[i]
			ids[#ids + 1] = some[i]
		end
		for i, content in ipairs(redis.call('HMGET', values, unpack(ids))) do
			if content then
				contents[#contents + 1] = ids[i]
				contents[#contents + 1] = content
			end
		end
		batches[#batches + 1] = {places, contents}
	end
	-- A missing right must fail while everything is still there.
	redis.call('ZADD', order, batches[1][1][1], batches[1][1][2])
	redis.call('UNLINK', order, values)
	for _, batch in ipairs(batches) do
		redis.call('ZADD', order, unpack(batch[1]))
		if #batch[2] > 0 then redis.call('HSET', values, unpack(batch[2])) end
	end
	left = 0
end
while left > 0 do
	local oldest = redis.call('ZRANGE', order, 0, math.min(left, 1000) - 1)
	redis.call('HDEL', values, unpack(oldest))
	redis.call('ZREM', order, unpack(oldest))
	left = left - #oldest
end

-- Each by itself, because one of them may have been deleted.
for key, left in pairs(lasting) do
	if left <= window then redis.call('PEXPIRE', key, window) end
end
if ttl > 0 then
	for _, key in ipairs({order, values, meta}) do redis.call('PEXPIRE', key, ttl) end
end
return {added, moved, refused, extra, redis.call('ZCARD', order), lost}
