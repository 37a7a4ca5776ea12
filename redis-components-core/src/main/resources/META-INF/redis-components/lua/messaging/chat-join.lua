-- Adds a member to a chat. The member receives the messages that are sent from now on.
-- KEYS[1] messages (stream)                       KEYS[2] members (sorted set: member by position)
-- KEYS[3] meta (hash: seq, tick, op)
-- KEYS[4] own (sorted set: sender and number of messages that their sender has not acknowledged, all with score 0)
-- all in the slot of the chat
-- ARGV[1] user                    ARGV[2] the most members
-- ARGV[3] ttl in milliseconds, 0 for none
-- Reply: {0, 0} there is no such chat, {1, tick} joined, {2, tick} was a member before, {3, 0} it is full.  O(log n).
local stream, members, meta = KEYS[1], KEYS[2], KEYS[3]
local ttl = tonumber(ARGV[3])
local known = redis.call('HMGET', meta, 'seq', 'tick')
local size = redis.call('ZCARD', members)
redis.call('XLEN', stream)
redis.call('ZCARD', KEYS[4])
if not known[1] or size == 0 then return {0, '0'} end
local member = redis.call('ZSCORE', members, ARGV[1])
if not member and size >= tonumber(ARGV[2]) then return {3, '0'} end

local time = redis.call('TIME')
-- Greater than any earlier tick, so that the user's index distinguishes two memberships.
local tick = string.format('%.0f', math.max(time[1] * 1000000 + time[2], tonumber(known[2]) + 1))
redis.call('HSET', meta, 'tick', tick)
if not member then redis.call('ZADD', members, known[1], ARGV[1]) end
if ttl > 0 or redis.call('PTTL', meta) >= 0 then
	for _, key in ipairs(KEYS) do
		if ttl > 0 then redis.call('PEXPIRE', key, ttl) else redis.call('PERSIST', key) end
	end
end
return {member and 2 or 1, tick}
