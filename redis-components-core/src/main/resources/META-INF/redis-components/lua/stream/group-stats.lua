-- Counts the unacknowledged messages of each group of a stream.
-- KEYS[1] stream
-- Reply: {name, lag, pending, consumers, milliseconds since a consumer was active or -1, age of the oldest message in
-- milliseconds} of each group.
-- O(consumers and groups); without the server's own lag also the entries that were never delivered, 10,000 at most.
--- @include stream/include/lag
local stream, result = KEYS[1], {}
if redis.call('EXISTS', stream) == 0 then return result end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, info in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
	local g = {}
	for f = 1, #info, 2 do g[info[f]] = info[f + 1] end
	local consumers, idle = 0, -1
	for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', stream, g['name'])) do
		local c = {}
		for f = 1, #consumer, 2 do c[consumer[f]] = consumer[f + 1] end
		-- ~retry is not a process.
		if string.sub(c['name'], 1, 1) ~= '~' then
			consumers = consumers + 1
			idle = (idle < 0 or c['idle'] < idle) and c['idle'] or idle
		end
	end
	local last = g['last-delivered-id']
	local pending = redis.call('XPENDING', stream, g['name'])
	local first = redis.call('XRANGE', stream, '(' .. last, '+', 'COUNT', 1)[1]
	local oldest, age = pending[2] or (first and first[1]), 0
	if oldest then age = math.max(0, now - tonumber(string.match(oldest, '^%d+'))) end
	result[#result + 1] = {g['name'], g['lag'] or lag_behind(stream, last), pending[1], consumers, idle, age}
end
return result
