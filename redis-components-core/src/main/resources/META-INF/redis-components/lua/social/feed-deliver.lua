-- Adds an item to inboxes, removes it from them, or marks its author in them as pulled.
-- KEYS[1], KEYS[2] and each further pair: inbox (sorted set: state, marks and items) and following (sorted set) of
-- a reader, all in one slot
-- ARGV[1] add, remove or mark     ARGV[2] author          ARGV[3] item            ARGV[4] the most items of an inbox
-- An inbox contains # while it is built and $ afterwards, % and an author for each mark, and items, which sort last.
-- Reply: number of changed inboxes.  O(log N) for each inbox.
local author, item, max, changed = ARGV[2], ARGV[3], tonumber(ARGV[4]), 0
if ARGV[1] == 'mark' then item = '%' .. author end
for i = 1, #KEYS, 2 do
	local inbox = KEYS[i]
	local size = redis.pcall('ZCARD', inbox)
	if type(size) == 'table' then
		-- A key of another type is no inbox, and must not keep the item from the others.
		if not string.find(size.err, 'WRONGTYPE', 1, true) then return size end
	elseif ARGV[1] == 'remove' then
		changed = changed + redis.call('ZREM', inbox, item)
	else
		local added = 0
		if size > 0 and redis.call('ZSCORE', KEYS[i + 1], author) then added = redis.call('ZADD', inbox, 0, item) end
		changed, size = changed + added, size + added
		if added == 1 and size > max then
			local items = redis.call('ZLEXCOUNT', inbox, '[0', '+')
			if items > max then redis.call('ZREMRANGEBYRANK', inbox, size - items, size - max - 1) end
		end
	end
end
return changed
