-- Returns the oldest messages of a mailbox, without expired ones.
-- KEYS[1] messages (stream)                       KEYS[2] meta (hash: last, lost, size)
-- both in the slot of the receiver
-- ARGV[1] only numbers above this ARGV[2] the most messages   ARGV[3] ttl in milliseconds, 0 for none
-- ARGV[4] milliseconds for which the meta data of an empty mailbox is kept
-- Reply: {size, number of lost messages, entries of the stream}.  O(log n + messages).
local stream, meta = KEYS[1], KEYS[2]
local ttl = tonumber(ARGV[3])
local known = redis.call('HMGET', meta, 'lost', 'size')
local lost, size = tonumber(known[1] or 0), tonumber(known[2] or 0)
if size > 0 and redis.call('XLEN', stream) == 0 then
	-- The messages were lost with their key.
	-- First what needs no memory, see lock/release.lua.
	redis.call('PEXPIRE', meta, ARGV[4])
	lost = lost + size
	-- Together: they would be counted again where a right was taken away in between.
	redis.call('HSET', meta, 'lost', string.format('%.0f', lost), 'size', 0)
end
if ttl > 0 then
	local time = redis.call('TIME')
	local since = time[1] * 1000000 + time[2] - ttl * 1000
	local over = redis.call('XTRIM', stream, 'MINID', '=', string.format('%.0f', since))
	if over > 0 then
		lost = redis.call('HINCRBY', meta, 'lost', over)
		redis.call('HSET', meta, 'size', redis.call('XLEN', stream))
		redis.call('PEXPIRE', meta, ttl)
	end
end
local from = string.format('%.0f', ARGV[1] + 1)
return {redis.call('XLEN', stream), lost, redis.call('XRANGE', stream, from, '+', 'COUNT', ARGV[2])}
