-- Adds a message to a mailbox, once per message id.
-- KEYS[1] messages (stream)                       KEYS[2] meta (hash: last, lost, size)
-- KEYS[3] ids (sorted set: message id by number)  all in the slot of the receiver
-- ARGV[1] message id              ARGV[2] body                ARGV[3] the most messages
-- ARGV[4] 1 to refuse when it is full, 0 to drop the oldest   ARGV[5] ttl in milliseconds, 0 for none
-- ARGV[6] the most remembered ids                                 ARGV[7] milliseconds for which ids are remembered
-- Reply: {0, size} refused, {1, number} sent, {2, number} was sent before.  O(log n + messages removed).
local stream, meta, ids = KEYS[1], KEYS[2], KEYS[3]
local max, ttl = tonumber(ARGV[3]), tonumber(ARGV[5])
local was = redis.call('HMGET', meta, 'last', 'size', 'lost')
local last = tonumber(was[1] or 0)
local known = redis.call('ZSCORE', ids, ARGV[1])
redis.call('XLEN', stream)
if known then return {2, known} end

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local lost = 0
if redis.call('XLEN', stream) == 0 then
	-- The messages were lost with their key.
	lost = tonumber(was[2] or 0)
elseif not was[1] then
	last = tonumber(string.match(redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1][1], '^%d+'))
end
if ttl > 0 then lost = lost + redis.call('XTRIM', stream, 'MINID', '=', string.format('%.0f', now - ttl * 1000)) end
local size = redis.call('XLEN', stream)
-- Together: lost messages would be counted twice or not at all where a right was taken away in between.
local function note(...)
	if lost > 0 then
		redis.call('HSET', meta, 'lost', string.format('%.0f', tonumber(was[3] or 0) + lost), ...)
	else
		redis.call('HSET', meta, ...)
	end
end
if size >= max and ARGV[4] == '1' then
	if lost > 0 then note('size', size) end
	return {0, string.format('%.0f', size)}
end
-- Numbers are times in microseconds, or the next free number if that time was used before.
local number = string.format('%.0f', math.max(now, last + 1))
local millis = string.format('%.0f', math.floor(now / 1000))
-- A missing right must fail before the message is there, because a repetition would send it again: first a member that is
-- not there, so that a full server refuses it.
redis.call('ZADD', ids, 'XX', 0, '')
-- One less than the most. Where fewer are remembered than before, 500 more are forgotten with each message.
redis.call('ZREMRANGEBYRANK', ids, -499 - ARGV[6], 0 - ARGV[6])
local kept = redis.call('PEXPIRE', ids, ARGV[7]) == 1
note('size', size)
if ttl > 0 then
	redis.call('PEXPIRE', meta, ttl)
elseif redis.call('PTTL', meta) >= 0 then
	redis.call('PERSIST', stream)
	redis.call('PERSIST', meta)
end
lost = lost + math.max(0, size + 1 - max)
redis.call('XADD', stream, 'MAXLEN', '=', max, number .. '-0', 't', millis, 'b', ARGV[2])
if ttl > 0 then redis.call('PEXPIRE', stream, ttl) end
redis.call('ZADD', ids, number, ARGV[1])
if not kept then redis.call('PEXPIRE', ids, ARGV[7]) end
note('last', number, 'size', math.min(size + 1, max))
return {1, number}
