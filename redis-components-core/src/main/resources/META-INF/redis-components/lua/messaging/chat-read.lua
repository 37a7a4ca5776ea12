-- Returns the messages that a member has not acknowledged. Changes nothing.
-- KEYS[1] messages (stream)                       KEYS[2] members (sorted set: member by position)
-- KEYS[3] meta (hash: seq, tick, op)              all in the slot of the chat
-- ARGV[1] user                    ARGV[2] the most messages, 0 for the numbers only
-- ARGV[3] the most messages of a chat
-- Reply: {0, tick} no member, {1, position, seq of the last message, entries of the stream}.  O(log n + messages).
--- @include messaging/include/step
local position = redis.call('ZSCORE', KEYS[2], ARGV[1])
local meta = redis.call('HMGET', KEYS[3], 'seq', 'tick')
if not position or not meta[1] then
	local time = redis.call('TIME')
	return {0, string.format('%.0f', math.max(time[1] * 1000000 + time[2], tonumber(meta[2] or 0)))}
end
local entries = {}
if ARGV[2] ~= '0' and tonumber(position) < tonumber(meta[1]) then
	local first = position + 1
	-- Up to 15 more are there until chat-send.lua drops them together. Yet more are left of a chat that was made smaller,
	-- which its next message does.
	local surplus = redis.call('XLEN', KEYS[1]) - ARGV[3]
	if surplus > 0 and surplus < step(ARGV[3]) then first = math.max(first, meta[1] - ARGV[3] + 1) end
	entries = redis.call('XRANGE', KEYS[1], string.format('%.0f', first), '+', 'COUNT', ARGV[2])
end
return {1, position, meta[1], entries}
