-- Moves a member's position forward, never back, and removes the messages that all members have read.
-- KEYS[1] messages (stream)                       KEYS[2] members (sorted set: member by position)
-- KEYS[3] meta (hash: seq, tick, op)
-- KEYS[4] own (sorted set: sender and number of messages that their sender has not acknowledged, all with score 0)
-- all in the slot of the chat
-- ARGV[1] user                    ARGV[2] the last read number    ARGV[3] ttl in milliseconds, 0 for none
-- Reply: {0, 0, 0} no member, {1, position, seq of the last message} acknowledged, {2, position, seq of the last message}
-- there is no such message yet and nothing was changed.  O(log n + messages removed).
local stream, members, meta, own = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local seq, ttl = tonumber(ARGV[2]), tonumber(ARGV[3])
local position = redis.call('ZSCORE', members, ARGV[1])
local last = redis.call('HGET', meta, 'seq')
redis.call('XLEN', stream)
redis.call('ZCARD', own)
if not position or not last then return {0, '0', '0'} end
if seq > tonumber(last) then return {2, position, last} end

if seq > tonumber(position) then
	position = ARGV[2]
	redis.call('ZADD', members, position, ARGV[1])
	local slowest = redis.call('ZRANGE', members, 0, 0, 'WITHSCORES')[2]
	redis.call('XTRIM', stream, 'MINID', '=', string.format('%.0f', slowest + 1))
	local mine = #ARGV[1] .. ':' .. ARGV[1] .. ':'
	redis.call('ZREMRANGEBYLEX', own, '[' .. mine, '[' .. mine .. string.format('%016.0f', seq))
	local dropped = string.match(redis.call('HGET', meta, 'own:' .. ARGV[1]) or '', '%d+$')
	if dropped and tonumber(dropped) <= seq then redis.call('HDEL', meta, 'own:' .. ARGV[1]) end
end
if ttl > 0 or redis.call('PTTL', meta) >= 0 then
	for _, key in ipairs(KEYS) do
		if ttl > 0 then redis.call('PEXPIRE', key, ttl) else redis.call('PERSIST', key) end
	end
end
return {1, position, last}
