-- Removes every element that has a value.
-- KEYS[1] order (sorted set: id by counter)       KEYS[2] values (hash: value by id)
-- ARGV[1] the value
-- Reply: how many were removed.  O(N).
redis.call('ZCARD', KEYS[1])
local found, cursor = {}, '0'
repeat
	local page = redis.call('HSCAN', KEYS[2], cursor, 'COUNT', 500)
	cursor = page[1]
	for i = 1, #page[2], 2 do
		if page[2][i + 1] == ARGV[1] then found[#found + 1] = page[2][i] end
	end
until cursor == '0'
local removed = 0
for _, id in ipairs(found) do
	-- No field: a missing right must fail before the first write.
	redis.call('HDEL', KEYS[2], '')
	removed = removed + redis.call('ZREM', KEYS[1], id)
	redis.call('HDEL', KEYS[2], id)
end
return removed
