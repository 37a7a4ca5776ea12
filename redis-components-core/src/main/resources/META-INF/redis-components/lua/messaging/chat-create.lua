-- Creates a chat with its first members, if it does not exist.
-- KEYS[1] messages (stream)                       KEYS[2] members (sorted set: member by position)
-- KEYS[3] meta (hash: seq, tick, op)              KEYS[4] ids (sorted set: message id by number)
-- KEYS[5] own (sorted set: sender and number of messages that their sender has not acknowledged, all with score 0)
-- all in the slot of the chat
-- ARGV[1] id of this operation    ARGV[2] ttl in milliseconds, 0 for none      ARGV[3] and on: members
-- Reply: {1 if this operation created it else 0, tick, then the given users that are members now}.  O(n log n).
local stream, members, meta, ids, own = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local ttl = tonumber(ARGV[2])
local time = redis.call('TIME')
local tick = time[1] * 1000000 + time[2]
local known = redis.call('HMGET', meta, 'seq', 'tick', 'op')
local size = redis.call('ZCARD', members)
-- A key of another type must fail before the first write.
redis.call('XLEN', stream)
redis.call('ZCARD', ids)
redis.call('ZCARD', own)

if known[1] and size > 0 then
	local reply = {known[3] == ARGV[1] and 1 or 0, string.format('%.0f', math.max(tick, tonumber(known[2])))}
	for i = 3, #ARGV do
		if redis.call('ZSCORE', members, ARGV[i]) then reply[#reply + 1] = ARGV[i] end
	end
	return reply
end
-- Numbers start at the current time, so that they do not repeat those of an earlier chat of this name; and above those of a
-- chat whose members are lost, even if the clock was set back.
local text = string.format('%.0f', math.max(tick, (known[1] or 0) + 1, (known[2] or 0) + 1))
-- A missing right must fail before the first write.
if ttl > 0 then redis.call('PEXPIRE', members, ttl) end
redis.call('UNLINK', stream, members, meta, ids, own)
local reply = {1, text}
for i = 3, #ARGV do
	redis.call('ZADD', members, text, ARGV[i])
	reply[#reply + 1] = ARGV[i]
end
if ttl > 0 then redis.call('PEXPIRE', members, ttl) end
-- Last: without it there is no chat.
redis.call('HSET', meta, 'seq', text, 'tick', text, 'op', ARGV[1])
if ttl > 0 then redis.call('PEXPIRE', meta, ttl) end
return reply
