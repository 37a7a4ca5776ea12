-- Adds items and marks of followed authors to an inbox, if it exists.
-- KEYS[1] inbox (sorted set: state, marks and items)      KEYS[2] following (sorted set)  both in the slot of the reader
-- ARGV[1] the most items of an inbox      ARGV[2] 1 if this completes the inbox, else 0
-- ARGV[3] and on: items, or % and an author
-- Reply: number of the #ARGV - 2 items and marks that were added; -1 if there is no inbox.  O(n log N).
local inbox, max, added = KEYS[1], tonumber(ARGV[1]), 0
if redis.call('EXISTS', inbox) == 0 then return -1 end
for i = 3, #ARGV do
	local first = string.sub(ARGV[i], 1, 1) == '%' and 2 or string.find(ARGV[i], '\0', 13, true) + 1
	if redis.call('ZSCORE', KEYS[2], string.sub(ARGV[i], first)) then
		added = added + redis.call('ZADD', inbox, 0, ARGV[i])
	end
end
if ARGV[2] == '1' then
	redis.call('ZADD', inbox, 0, '$')
	redis.call('ZREM', inbox, '#')
end
local size, items = redis.call('ZCARD', inbox), redis.call('ZLEXCOUNT', inbox, '[0', '+')
if items > max then redis.call('ZREMRANGEBYRANK', inbox, size - items, size - max - 1) end
return added
