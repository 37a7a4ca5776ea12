-- Removes the items and the mark of an author from an inbox, in parts, unless its reader follows the author.
-- KEYS[1] inbox (sorted set: state, marks and items)      KEYS[2] following (sorted set)  both in the slot of the reader
-- ARGV[1] author          ARGV[2] item to continue after, empty to start
-- Reply: item to continue after, empty when complete.  O(log N + 500 log N).
local inbox, author = KEYS[1], ARGV[1]
if redis.call('ZSCORE', KEYS[2], author) then return '' end
redis.call('ZREM', inbox, '%' .. author)
local from = ARGV[2] == '' and '[0' or '(' .. ARGV[2]
local part = redis.call('ZRANGE', inbox, from, '+', 'BYLEX', 'LIMIT', 0, 500)
for _, item in ipairs(part) do
	if string.sub(item, string.find(item, '\0', 13, true) + 1) == author then redis.call('ZREM', inbox, item) end
end
return part[500] or ''
