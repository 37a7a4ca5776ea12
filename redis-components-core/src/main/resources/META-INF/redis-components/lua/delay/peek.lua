-- Returns waiting tasks. Changes nothing.
-- KEYS[1] due (sorted set)        KEYS[2] items (hash), see schedule.lua       all in the slot of the queue's tag
-- ARGV[1] an id, empty for those that are due first               ARGV[2] how many of those
-- Reply: id, when it is due and payload of each.  O(log N), and O(n).
local result = {}

local function add(id, at)
	local item = redis.call('HGET', KEYS[2], id)
	if item then
		for _, part in ipairs({id, at, string.sub(item, (string.match(item, '^%d+:%d*:%d*:()')))}) do
			result[#result + 1] = part
		end
	end
end

if ARGV[1] ~= '' then
	local item = redis.call('HGET', KEYS[2], ARGV[1])
	local at = item and redis.call('ZSCORE', KEYS[1], string.sub(item, 1, 16) .. ARGV[1])
	if at then add(ARGV[1], at) end
else
	local first = redis.call('ZRANGE', KEYS[1], 0, ARGV[2] - 1, 'WITHSCORES')
	for i = 1, #first, 2 do add(string.sub(first[i], 17), first[i + 1]) end
end
return result
