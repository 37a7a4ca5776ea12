-- Returns waiting tasks. Changes nothing. Looks past those without an item, 5000 at most.
-- KEYS[1] due (sorted set)        KEYS[2] items (hash), see schedule.lua       all in the slot of the queue's tag
-- ARGV[1] an id, empty for those that are due first               ARGV[2] how many of those
-- Reply: id, when it is due and payload of each.  O(log N), and O(n).
local result = {}

local function add(member, at)
	local item = redis.call('HGET', KEYS[2], string.sub(member, 17))
	if item and string.sub(item, 1, 16) == string.sub(member, 1, 16) then
		for _, part in ipairs({string.sub(member, 17), at, string.sub(item, (string.match(item, '^%d+:%d*:%d*:()')))}) do
			result[#result + 1] = part
		end
	end
end

if ARGV[1] ~= '' then
	local item = redis.call('HGET', KEYS[2], ARGV[1])
	local member = item and string.sub(item, 1, 16) .. ARGV[1]
	local at = item and redis.call('ZSCORE', KEYS[1], member)
	if at then add(member, at) end
else
	local n, from = tonumber(ARGV[2]), 0
	local each = math.max(n, 100)
	while #result < 3 * n and from < 5000 do
		local found = redis.call('ZRANGE', KEYS[1], from, from + each - 1, 'WITHSCORES')
		for i = 1, #found, 2 do
			if #result < 3 * n then add(found[i], found[i + 1]) end
		end
		if #found < 2 * each then break end
		from = from + each
	end
end
return result
