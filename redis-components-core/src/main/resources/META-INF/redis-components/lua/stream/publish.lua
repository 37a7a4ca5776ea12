-- Appends messages to a queue's stream, once per id.
-- KEYS[1] stream                  KEYS[2] ids (hash: entry by id)
-- KEYS[3] windows (sorted set: id by the end of its window)       all in the slot of the queue's tag
-- ARGV[1] how many the stream may hold, 0 for any number
-- ARGV[2] REJECT, DROP_OLDEST or DROP_PENDING: treatment of a full queue
-- ARGV[3] for how many milliseconds an id refuses another
-- ARGV[4] 1 if messages stay until every group has acknowledged them
-- ARGV[5] headers of all messages, empty for none
-- ARGV[6] and on: payload, id, attempts and back-off of each message, empty for none
-- Reply: entry id and 1 for a duplicate, else 0, for each message. If the queue is full nothing at all, or, where messages
-- stay until every group has acknowledged them, only the name of the group that holds back the oldest.
-- O(n log N), and the number of groups when the queue is full.
local stream, ids, windows = KEYS[1], KEYS[2], KEYS[3]
local max, overflow, window, all = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), ARGV[4] == '1'
local length = redis.call('XLEN', stream)
redis.call('ZCARD', windows)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Returns the entry of an id whose window has not ended.
local function entry_of(id)
	local till = redis.call('ZSCORE', windows, id)
	return till and tonumber(till) > now and redis.call('HGET', ids, id)
end

-- Ids of a stream that is gone, and ids without an end, belong to nothing.
local lost = length == 0 and redis.call('EXISTS', stream) == 0
if redis.call('HLEN', ids) > 0 and (lost or redis.call('EXISTS', windows) == 0) then redis.call('UNLINK', ids, windows) end

local new, seen, named = 0, {}, 0
for i = 6, #ARGV, 4 do
	local id = ARGV[i + 1]
	if id ~= '' then named = named + 1 end
	if id == '' or (not seen[id] and not entry_of(id)) then
		new = new + 1
		seen[id] = true
	end
end

-- Deletes the oldest entries of a list, and frees their ids.
local function drop(entries)
	local names = {}
	-- A missing right must fail before the first write: an entry whose id is free would be published again.
	redis.call('XDEL', stream, '0-1')
	redis.call('ZREM', windows, '')
	for i, entry in ipairs(entries) do
		local fields = entry[2]
		for f = 1, #fields, 2 do
			-- Another entry may have the id since.
			if fields[f] == 'i' and redis.call('HGET', ids, fields[f + 1]) == entry[1] then
				redis.call('HDEL', ids, fields[f + 1])
				redis.call('ZREM', windows, fields[f + 1])
			end
		end
		names[i] = entry[1]
	end
	if #names > 0 then redis.call('XDEL', stream, unpack(names)) end
end

if max > 0 and new > 0 and length + new > max then
	if new > max then return {} end
	-- Of all groups: up to which entry some was given them, and from which on all must keep them, of the slowest.
	local lastMs, lastSeq, keepMs, keepSeq, slowest = 0, 0, nil, nil, nil
	if all or overflow == 'DROP_OLDEST' then
		for _, info in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
			local g = {}
			for f = 1, #info, 2 do g[info[f]] = info[f + 1] end
			local ms, seq = string.match(g['last-delivered-id'], '^(%d+)%-(%d+)$')
			ms, seq = tonumber(ms), tonumber(seq)
			if ms > lastMs or (ms == lastMs and seq > lastSeq) then lastMs, lastSeq = ms, seq end
			local first = redis.call('XPENDING', stream, g['name'])[2]
			if first then
				ms, seq = string.match(first, '^(%d+)%-(%d+)$')
				ms, seq = tonumber(ms), tonumber(seq)
			else
				seq = seq + 1
			end
			if not keepMs or ms < keepMs or (ms == keepMs and seq < keepSeq) then
				keepMs, keepSeq, slowest = ms, seq, g['name']
			end
		end
	end
	if all and keepMs then
		-- The queue is not full of what all groups have acknowledged.
		redis.call('XTRIM', stream, 'MINID', string.format('%.0f-%.0f', keepMs, keepSeq))
		length = redis.call('XLEN', stream)
	end
	local over = length + new - max
	if over > 0 then
		local keeper = {all and slowest or nil}
		if overflow == 'REJECT' then return keeper end
		local first = overflow == 'DROP_OLDEST' and string.format('(%.0f-%.0f', lastMs, lastSeq) or '-'
		if overflow == 'DROP_OLDEST' then
			-- A queue that was made smaller shrinks with each publication.
			over = math.min(over, new + 500)
			local oldest = redis.call('XRANGE', stream, first, '+', 'COUNT', over)
			if #oldest < over then return keeper end
			drop(oldest)
		else
			-- In small batches, because each entry is read with its payload.
			local most = 5000
			while over > 0 and most > 0 do
				local oldest = redis.call('XRANGE', stream, '-', '+', 'COUNT', math.min(over, 100))
				drop(oldest)
				over, most = over - #oldest, most - 100
			end
			redis.call('XTRIM', stream, 'MAXLEN', max - new)
		end
	end
end

if named > 0 then
	-- More than are added, so that expired ids do not accumulate.
	local over = redis.call('ZRANGEBYSCORE', windows, '-inf', now, 'LIMIT', 0, named * 2 + 16)
	if #over > 0 then
		-- In this order: where a right was taken away, the next call goes on.
		redis.call('HDEL', ids, unpack(over))
		redis.call('ZREM', windows, unpack(over))
	end
end

-- A missing right must fail before there are further keys, which would have no expiry.
local lasting = named > 0 and {[ids] = redis.call('PTTL', ids), [windows] = redis.call('PTTL', windows)} or {}
local result, tried = {}, false
for i = 6, #ARGV, 4 do
	local id = ARGV[i + 1]
	local entry = id ~= '' and entry_of(id)
	result[#result + 1] = entry
	result[#result + 1] = entry and 1 or 0
	if not entry then
		local fields = {'v', ARGV[i]}
		if id ~= '' then fields[3], fields[4] = 'i', id end
		if ARGV[i + 2] ~= '' then fields[#fields + 1] = 'a'; fields[#fields + 1] = ARGV[i + 2] end
		if ARGV[i + 3] ~= '' then fields[#fields + 1] = 'b'; fields[#fields + 1] = ARGV[i + 3] end
		if ARGV[5] ~= '' then fields[#fields + 1] = 'c'; fields[#fields + 1] = ARGV[5] end
		entry = redis.call('XADD', stream, '*', unpack(fields))
		result[#result - 1] = entry
		if id ~= '' then
			local refused = not tried and redis.pcall('PEXPIRE', ids, math.max(window + 1, lasting[ids]))
			tried = true
			if refused == 1 then lasting[ids] = nil end
			if type(refused) ~= 'table' then refused = redis.pcall('HSET', ids, id, entry) end
			if type(refused) ~= 'table' then refused = redis.pcall('ZADD', windows, now + window, id) end
			if type(refused) == 'table' then
				-- Redis does not roll back where a right was taken away: a repetition would publish it again.
				redis.call('XDEL', stream, entry)
				redis.call('HDEL', ids, id)
				return refused
			end
		end
	end
end
-- Each by itself, because one of them may have been deleted.
for key, left in pairs(lasting) do
	if left <= window + 1 then redis.call('PEXPIRE', key, window + 1) end
end
return result
