-- Removes the items and the mark of an author from an inbox, unless its reader follows the author.
-- KEYS[1] inbox (sorted set: state, marks and items)      KEYS[2] following (sorted set)  both in the slot of the reader
-- ARGV[1] author
-- Reply: number of removed items.  O(N).
local inbox, author = KEYS[1], ARGV[1]
if redis.call('ZSCORE', KEYS[2], author) then return 0 end
redis.call('ZREM', inbox, '%' .. author)
local removed = 0
for _, item in ipairs(redis.call('ZRANGE', inbox, '[0', '+', 'BYLEX')) do
	if string.sub(item, string.find(item, '\0', 13, true) + 1) == author then
		removed = removed + redis.call('ZREM', inbox, item)
	end
end
return removed
