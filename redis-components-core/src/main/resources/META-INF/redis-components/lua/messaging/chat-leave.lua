-- Removes a member and the messages that all other members have read. Deletes the chat with its last member.
-- KEYS[1] messages (stream)                       KEYS[2] members (sorted set: member by position)
-- KEYS[3] meta (hash: seq, tick, op)              KEYS[4] ids (sorted set: message id by number)
-- KEYS[5] own (sorted set: sender and number of messages that their sender has not acknowledged, all with score 0)
-- all in the slot of the chat
-- ARGV[1] user
-- Reply: {0, tick} was no member, {1, tick} left, {2, tick} left as the last.  O(log n + messages removed).
local stream, members, meta, ids, own = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local time = redis.call('TIME')
local before = tonumber(redis.call('HGET', meta, 'tick') or 0)
local tick = string.format('%.0f', math.max(time[1] * 1000000 + time[2], before + 1))
local member = redis.call('ZSCORE', members, ARGV[1])
redis.call('XLEN', stream)
redis.call('ZCARD', ids)
redis.call('ZCARD', own)
if not member then return {0, tick} end

if redis.call('ZCARD', members) == 1 then
	redis.call('DEL', stream, members, meta, ids, own)
	return {2, tick}
end
redis.call('ZREM', members, ARGV[1])
local mine = #ARGV[1] .. ':' .. ARGV[1] .. ':'
redis.call('ZREMRANGEBYLEX', own, '[' .. mine, '(' .. mine .. ';')
redis.call('HDEL', meta, 'own:' .. ARGV[1])
redis.call('HSET', meta, 'tick', tick)
local slowest = redis.call('ZRANGE', members, 0, 0, 'WITHSCORES')[2]
redis.call('XTRIM', stream, 'MINID', '=', string.format('%.0f', slowest + 1))
return {1, tick}
