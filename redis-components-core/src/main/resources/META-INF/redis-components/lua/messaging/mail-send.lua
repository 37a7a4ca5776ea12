-- Adds a message to a mailbox, once per message id.
-- KEYS[1] messages (stream)                       KEYS[2] meta (hash: last, lost, size)
-- KEYS[3] ids (sorted set: message id by number)  all in the slot of the receiver
-- ARGV[1] message id              ARGV[2] body                ARGV[3] the most messages
-- ARGV[4] 1 to refuse when it is full, 0 to drop the oldest   ARGV[5] ttl in milliseconds, 0 for none
-- ARGV[6] the most remembered ids                                 ARGV[7] milliseconds for which ids are remembered
-- Reply: {0, size} refused, {1, number} sent, {2, number} was sent before.  O(log n + messages removed).
local stream, meta, ids = KEYS[1], KEYS[2], KEYS[3]
local max, ttl = tonumber(ARGV[3]), tonumber(ARGV[5])
local was = redis.call('HMGET', meta, 'last', 'size')
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
if size >= max and ARGV[4] == '1' then
	if lost > 0 then
		redis.call('HINCRBY', meta, 'lost', lost)
		redis.call('HSET', meta, 'size', size)
	end
	return {0, string.format('%.0f', size)}
end
-- Numbers are times in microseconds, or the next free number if that time was used before.
local number = string.format('%.0f', math.max(now, last + 1))
lost = lost + math.max(0, size + 1 - max)
local millis = string.format('%.0f', math.floor(now / 1000))
redis.call('XADD', stream, 'MAXLEN', '=', max, number .. '-0', 't', millis, 'b', ARGV[2])
redis.call('HSET', meta, 'last', number, 'size', math.min(size + 1, max))
if lost > 0 then redis.call('HINCRBY', meta, 'lost', lost) end
redis.call('ZADD', ids, number, ARGV[1])
-- Where fewer are remembered than before, 500 more are forgotten with each message.
redis.call('ZREMRANGEBYRANK', ids, -500 - ARGV[6], -1 - ARGV[6])
redis.call('PEXPIRE', ids, ARGV[7])
if ttl > 0 or redis.call('PTTL', meta) >= 0 then
	for i = 1, 2 do
		if ttl > 0 then redis.call('PEXPIRE', KEYS[i], ttl) else redis.call('PERSIST', KEYS[i]) end
	end
end
return {1, number}
