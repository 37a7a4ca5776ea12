-- Counts the messages of others that a member has not acknowledged. Changes nothing.
-- KEYS[1] members (sorted set: member by position)
-- KEYS[2] meta (hash: seq, tick, op, own:<user>)
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
-- See chat-send.lua.
local packed = redis.call('HGET', KEYS[2], 'own:' .. ARGV[1])
local runs = packed and cmsgpack.unpack(packed)
if type(runs) == 'table' then
	position = tonumber(position)
	if runs[2] > position then count = count - runs[1] end
	for i = 3, #runs, 2 do
		count = count - math.max(0, runs[i] + runs[i + 1] - math.max(runs[i], position + 1))
	end
end
return math.max(count, 0)
