-- Removes a member and the messages that all other members have read. Deletes the chat with its last member.
-- KEYS[1] messages (stream)                       KEYS[2] members (sorted set: member by position)
-- KEYS[3] meta (hash: seq, tick, op)              KEYS[4] ids (sorted set: message id by number)
-- KEYS[5] own (sorted set: sender and number of messages that their sender has not acknowledged, all with score 0)
-- all in the slot of the chat
-- ARGV[1] user                    ARGV[2] leave, or rest to go on forgetting own messages of a user who is no member
-- Reply: {0, tick, more} was no member, {1, tick, more} left, {2, tick, 0} left as the last; more is 1 if own messages
-- remain to be forgotten else 0.  O(log n + messages removed). Forgets at most 500 own messages.
local stream, members, meta, ids, own = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local time = redis.call('TIME')
local before = tonumber(redis.call('HGET', meta, 'tick') or 0)
local tick = string.format('%.0f', math.max(time[1] * 1000000 + time[2], before + 1))
local member = redis.call('ZSCORE', members, ARGV[1])
redis.call('XLEN', stream)
redis.call('ZCARD', ids)
redis.call('ZCARD', own)
if member and ARGV[2] == 'rest' then return {0, tick, 0} end

if member and redis.call('ZCARD', members) == 1 then
	redis.call('UNLINK', stream, members, meta, ids, own)
	return {2, tick, 0}
end
if member then redis.call('ZREM', members, ARGV[1]) end
local mine = #ARGV[1] .. ':' .. ARGV[1] .. ':'
local last_own = redis.call('ZRANGEBYLEX', own, '[' .. mine, '(' .. mine .. ';', 'LIMIT', 499, 1)[1]
redis.call('ZREMRANGEBYLEX', own, '[' .. mine, last_own and '[' .. last_own or '(' .. mine .. ';')
local more = last_own and 1 or 0
if not member then return {0, tick, more} end
redis.call('HDEL', meta, 'own:' .. ARGV[1])
redis.call('HSET', meta, 'tick', tick)
local slowest = redis.call('ZRANGE', members, 0, 0, 'WITHSCORES')[2]
redis.call('XTRIM', stream, 'MINID', '=', string.format('%.0f', slowest + 1))
return {1, tick, more}
