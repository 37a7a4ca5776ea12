-- Appends a message to a chat, once per message id.
-- KEYS[1] messages (stream)                       KEYS[2] members (sorted set: member by position)
-- KEYS[3] meta (hash: seq, tick, op)              KEYS[4] ids (sorted set: message id by number)
-- all in the slot of the chat
-- ARGV[1] sender                  ARGV[2] body                ARGV[3] message id
-- ARGV[4] the most messages       ARGV[5] the most remembered ids
-- ARGV[6] milliseconds for which ids are remembered               ARGV[7] ttl in milliseconds, 0 for none
-- Reply: {0, 0} there is no such chat, {1, seq} sent, {2, seq} was sent before, {3, 0} the sender is no member.  O(log n).
local stream, members, meta, ids = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local ttl = tonumber(ARGV[7])
local exists = redis.call('HGET', meta, 'seq') and redis.call('ZCARD', members) > 0
redis.call('XLEN', stream)
local known = redis.call('ZSCORE', ids, ARGV[3])
if not exists then return {0, '0'} end
if known then return {2, known} end
if not redis.call('ZSCORE', members, ARGV[1]) then return {3, '0'} end

local time = redis.call('TIME')
local seq = string.format('%.0f', redis.call('HINCRBY', meta, 'seq', 1))
local id = seq .. '-' .. string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('XADD', stream, 'MAXLEN', '=', ARGV[4], id, 'f', ARGV[1], 'b', ARGV[2])
redis.call('ZADD', ids, seq, ARGV[3])
redis.call('ZREMRANGEBYRANK', ids, 0, -1 - ARGV[5])
redis.call('PEXPIRE', ids, ARGV[6])
if ttl > 0 or redis.call('PTTL', meta) >= 0 then
	for i = 1, 3 do
		if ttl > 0 then redis.call('PEXPIRE', KEYS[i], ttl) else redis.call('PERSIST', KEYS[i]) end
	end
end
return {1, seq}
