-- Counts the messages of a queue for a group.
-- KEYS[1] stream                  KEYS[2] dead (stream)
-- KEYS[3] retry (sorted set)
-- KEYS[4] dropped (string)
-- KEYS[5] paused, see pause.lua   all in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] 1 if acknowledged messages are deleted
-- Reply: {lag, pending, retrying, age of the oldest in milliseconds, dead letters, consumers,
-- dead letters that were dropped, 1 if the queue is paused}.
-- O(consumers and groups); without the server's own lag also the entries that were never delivered, 10,000 at most.
--- @include stream/include/lag
local stream, group = KEYS[1], ARGV[1]
local length, dead, retrying = redis.call('XLEN', stream), redis.call('XLEN', KEYS[2]), redis.call('ZCARD', KEYS[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last, lag, pending, consumers, oldest = '0-0', false, 0, 0, false
if redis.call('EXISTS', stream) == 1 then
	for _, info in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
		local g = {}
		for f = 1, #info, 2 do g[info[f]] = info[f + 1] end
		if g['name'] == group then
			last, lag, consumers = g['last-delivered-id'], g['lag'], g['consumers']
			for _, c in ipairs(redis.call('XINFO', 'CONSUMERS', stream, group)) do
				-- See nack.lua.
				if c[1] == 'name' and c[2] == '~retry' then consumers = consumers - 1 end
			end
			local summary = redis.call('XPENDING', stream, group)
			pending, oldest = summary[1], summary[2]
		end
	end
	oldest = oldest or (redis.call('XRANGE', stream, '(' .. last, '+', 'COUNT', 1)[1] or {})[1]
end
if ARGV[2] == '1' then
	lag = math.max(0, length - pending)
elseif not lag then
	lag = lag_behind(stream, last)
end
local age = 0
if oldest then age = math.max(0, now - tonumber(string.match(oldest, '^(%d+)'))) end
return {lag, pending, retrying, age, dead, consumers, tonumber(redis.call('GET', KEYS[4]) or 0),
	redis.call('EXISTS', KEYS[5])}
