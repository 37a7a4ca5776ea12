-- Counts the messages of others that a member has not acknowledged. Changes nothing.
-- KEYS[1] members (sorted set: member by position)
-- KEYS[2] meta (hash: seq, tick, op)
-- KEYS[3] own (sorted set: sender and number of messages that their sender has not acknowledged, all with score 0)
-- all in the slot of the chat
-- ARGV[1] user
-- Reply: the count, -1 no member.  O(log n).
local position = redis.call('ZSCORE', KEYS[1], ARGV[1])
local last = position and redis.call('HGET', KEYS[2], 'seq')
if not last then return -1 end
local mine = #ARGV[1] .. ':' .. ARGV[1] .. ':'
local count = last - position
	- redis.call('ZLEXCOUNT', KEYS[3], '(' .. mine .. string.format('%016.0f', position), '(' .. mine .. ';')
local dropped, upTo = string.match(redis.call('HGET', KEYS[2], 'own:' .. ARGV[1]) or '', '^(%d+) (%d+)$')
if dropped and tonumber(upTo) > tonumber(position) then count = count - dropped end
return math.max(count, 0)
