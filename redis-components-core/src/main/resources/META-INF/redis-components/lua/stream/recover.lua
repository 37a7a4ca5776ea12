-- Delivers entries that are due again. A scan first makes entries due whose visibility timeout has passed at other
-- consumers, removes idle consumers without entries, and trims entries that every group has acknowledged. An entry that
-- has reached the most deliveries goes to the dead letters.
-- Entries in back-off belong to the consumer ~retry, see nack.lua, so that a scan reads only entries that consumers work
-- on. A scan moves an entry in back-off that it finds at another consumer, also one that an earlier release left there.
-- An entry of ~retry without a time, because the sorted set was lost, is due immediately.
-- KEYS[1] stream                  KEYS[2] dead (stream)
-- KEYS[3] retry (sorted set)      KEYS[4] trace (hash)
-- KEYS[5] dropped (string: how many dead letters were dropped)
-- KEYS[6] settled (hash), see ack.lua
-- KEYS[7] paused, see pause.lua                                   all in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] consumer                ARGV[3] visibility in milliseconds
-- ARGV[4] deliveries at most      ARGV[5] how many to deliver, 200 at most        ARGV[6] 1 to delete acknowledged entries
-- ARGV[7] 1 to scan               ARGV[8] 1 if the queue traces
-- ARGV[9] milliseconds after which an idle consumer is removed, 0 for not now
-- ARGV[10] how many dead letters to keep, 0 for any number
-- ARGV[11] entry of ~retry to continue after, - to start
-- Reply: {1 if there is more to scan, milliseconds to the next end of a back-off or -1, number of new dead letters, number
-- of dropped dead letters, number of other consumers that were active within the visibility timeout or three seconds,
-- entry of ~retry to continue after or '', number of entries at other consumers, number of entries at the caller, 1 if the
-- queue is paused, {id, number of deliveries, fields} ...}. The two numbers of entries are 0 without a scan. A paused queue
-- delivers nothing.
-- O(n log N) for n entries that are due, 200 at most. A scan also takes O(consumers and their entries), of
-- which 200 are moved at most, and 200 of ~retry if entries have no time.
local RETRY, MOST = '~retry', 200
local stream, dead, retry, trace = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local group, me, visibility, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local room, delete, tracing = tonumber(ARGV[5]), ARGV[6] == '1', ARGV[8] == '1'
local around = ARGV[7] == '1'
redis.call('XPENDING', stream, group)
redis.call('XLEN', dead)
redis.call('ZCARD', retry)
redis.call('HLEN', trace)
redis.call('GET', KEYS[5])
redis.call('HLEN', KEYS[6])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local result = {0, -1, 0, 0, 0, '', 0, 0, redis.call('EXISTS', KEYS[7])}
if result[9] == 1 then room = 0 end

local function note(id, text)
	local lines = redis.call('HGET', trace, id)
	lines = (lines and lines .. '\n' or '') .. text
	if #lines > 16384 then lines = '...\n' .. (string.match(lines, '\n(.*)', #lines - 12288) or '') end
	-- Changes nothing: without this right the next scan would note the same again.
	redis.call('ZADD', retry, 'XX', 0, '')
	redis.call('HSET', trace, id, lines)
end

local function drop(id)
	redis.call('XACK', stream, group, id)
	if delete then redis.call('XDEL', stream, id) end
	redis.call('HDEL', trace, id)
end

local function claim(id, count)
	local entry = redis.call('XCLAIM', stream, group, me, 0, id, 'RETRYCOUNT', count + 1)[1]
	room = room - 1
	result[#result + 1] = {id, count + 1, entry[2]}
end

local function most_of(fields)
	for f = 1, #fields, 2 do
		if fields[f] == 'a' then return tonumber(fields[f + 1]) or most end
	end
	return most
end

local function bury(p, entry, why, line)
	local fields, before = {}, string.match(p[1], '^%d+') .. ' enqueued'
	-- A command takes no more arguments.
	for f = 1, math.min(#entry, 6000), 2 do
		if entry[f] == '~t' then
			before = entry[f + 1]
		else
			fields[#fields + 1] = entry[f]
			fields[#fields + 1] = entry[f + 1]
		end
	end
	for _, f in ipairs({'~id', p[1], '~deliveries', tostring(p[4]), '~group', group, '~consumer', p[2], '~error', why}) do
		fields[#fields + 1] = f
	end
	if tracing then
		local lines = redis.call('HGET', trace, p[1])
		fields[#fields + 1] = '~trace'
		fields[#fields + 1] = before .. '\n' .. (lines and lines .. '\n' or '') .. line .. now .. ' dead: ' .. why
	end
	-- A missing right must fail before there is a dead letter: the next call would make another one.
	redis.call('XACK', stream, group, '0-1')
	if delete then redis.call('XDEL', stream, '0-1') end
	redis.call('HDEL', trace, '')
	redis.call('XADD', dead, '*', unpack(fields))
	drop(p[1])
	result[3] = result[3] + 1
	local keep = tonumber(ARGV[10])
	if keep > 0 then
		local dropped = redis.call('XTRIM', dead, 'MAXLEN', keep)
		if dropped > 0 then redis.call('INCRBY', KEYS[5], dropped) end
		result[4] = result[4] + dropped
	end
end

-- Moves an entry whose visibility timeout has passed to ~retry: due now, or at its time if it has one.
local function found(p)
	if redis.call('ZSCORE', retry, p[1]) then
		redis.call('XCLAIM', stream, group, RETRY, 0, p[1], 'JUSTID')
		return
	end
	-- Gone from the stream: 6.2 keeps such an entry pending.
	local entry = redis.call('XRANGE', stream, p[1], p[1])[1]
	if not entry then
		drop(p[1])
		return
	end
	local line = now .. ' not acknowledged in time by ' .. p[2] .. ', attempt ' .. p[4] .. ', idle for ' .. p[3] .. ' ms'
	if p[4] >= most_of(entry[2]) then
		bury(p, entry[2], 'Not acknowledged within its visibility', line .. '\n')
	else
		if tracing then note(p[1], line) end
		redis.call('ZADD', retry, now, p[1])
		redis.call('XCLAIM', stream, group, RETRY, 0, p[1], 'JUSTID')
	end
end

if around then
	-- Marks the caller as active: servers before 7.2 ignore a read that returns nothing. No entry follows this id.
	redis.call('XREADGROUP', 'GROUP', group, me, 'COUNT', 1, 'STREAMS', stream, '18446744073709551615-0')
	local looked, retrying = 0, 0
	for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', stream, group)) do
		local c = {}
		for f = 1, #consumer, 2 do c[consumer[f]] = consumer[f + 1] end
		if c['name'] == RETRY then
			retrying = c['pending']
		-- The caller has its entries and returns the others itself.
		elseif c['name'] == me then
			result[8] = c['pending']
		else
			result[7] = result[7] + c['pending']
			-- A consumer in a blocking read is idle for up to two seconds.
			if c['idle'] < math.max(visibility, 3000) then result[5] = result[5] + 1 end
			if c['pending'] > 0 and looked < MOST then
				for _, p in ipairs(redis.call('XPENDING', stream, group, 'IDLE', visibility, '-', '+', MOST - looked, c['name'])) do
					looked = looked + 1
					found(p)
				end
			end
		end
	end
	if looked == MOST then result[1] = 1 end
	if retrying > redis.call('ZCARD', retry) then
		local page = redis.call('XPENDING', stream, group, ARGV[11], '+', MOST, RETRY)
		for _, p in ipairs(page) do
			if not redis.call('ZSCORE', retry, p[1]) then redis.call('ZADD', retry, now, p[1]) end
		end
		if #page == MOST then
			result[1] = 1
			result[6] = '(' .. page[MOST][1]
		end
	end
end

if room > 0 then
	for _, id in ipairs(redis.call('ZRANGEBYSCORE', retry, '-inf', now, 'LIMIT', 0, room)) do
		local p = redis.call('XPENDING', stream, group, id, id, 1)[1]
		redis.call('ZREM', retry, id)
		if p then
			local entry = redis.call('XRANGE', stream, id, id)[1]
			if not entry then
				drop(id)
			elseif p[4] >= most_of(entry[2]) then
				-- It is here because its visibility timeout has passed.
				bury(p, entry[2], 'Not acknowledged within its visibility', '')
			else
				claim(id, p[4])
			end
		end
	end
end

if #redis.call('XPENDING', stream, group, '-', '+', 1, RETRY) == 0 then
	redis.call('XGROUP', 'DELCONSUMER', stream, group, RETRY)
end

local idle = tonumber(ARGV[9])
if around and idle > 0 then
	for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', stream, group)) do
		local c = {}
		for f = 1, #consumer, 2 do c[consumer[f]] = consumer[f + 1] end
		if c['pending'] == 0 and c['idle'] > idle and c['name'] ~= me and c['name'] ~= RETRY then
			redis.call('XGROUP', 'DELCONSUMER', stream, group, c['name'])
			redis.call('HDEL', KEYS[6], c['name'], c['name'] .. '!')
		end
	end
end

if around and not delete then
	local ms, seq
	for _, info in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
		local g = {}
		for f = 1, #info, 2 do g[info[f]] = info[f + 1] end
		local first = redis.call('XPENDING', stream, g['name'])[2]
		local m, s = string.match(first or g['last-delivered-id'], '^(%d+)%-(%d+)$')
		m, s = tonumber(m), tonumber(s) + (first and 0 or 1)
		if not ms or m < ms or (m == ms and s < seq) then ms, seq = m, s end
	end
	redis.call('XTRIM', stream, 'MINID', string.format('%.0f-%.0f', ms, seq))
end

local next = redis.call('ZRANGE', retry, 0, 0, 'WITHSCORES')
if next[2] then result[2] = math.max(0, tonumber(next[2]) - now) end
return result
