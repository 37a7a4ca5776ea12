-- Reads the heaviest entries whose search form begins with a prefix. Writes nothing.
-- KEYS[1] terms (sorted set)      KEYS[2] entries (hash)  KEYS[3] tops (sorted set)       KEYS[4] lists (hash)
-- as in index-change.lua, all in the slot of the index's name
-- ARGV[1] format          ARGV[2] prefix in search form   ARGV[3] the most that are wanted
-- Reply: {1, id, entry, id, entry and so on}, heaviest first, or {0} if the index has another format.
-- O(log N + n) where the prefix has a list, else O(log N + SCAN).
local prefix, wanted = ARGV[2], tonumber(ARGV[3])
local format = redis.call('HGET', KEYS[2], '')
if format and format ~= ARGV[1] then return {0} end

local ids = {}
if redis.call('HEXISTS', KEYS[4], prefix) == 1 then
	local part = redis.call('ZRANGEBYLEX', KEYS[3], '[' .. prefix .. '\0', '(' .. prefix .. '\1', 'LIMIT', 0, wanted)
	for i, member in ipairs(part) do
		ids[i] = string.sub(member, string.find(member, '\0', #prefix + 10, true) + 1)
	end
else
	local part = redis.call('ZRANGEBYLEX', KEYS[1], '[' .. prefix, '(' .. prefix .. '\255', 'LIMIT', 0, 200)
	local weights = {}
	for _, member in ipairs(part) do
		local zero = string.find(member, '\0', 1, true)
		local weight = struct.unpack('>I8', member, zero + 1)
		-- They come sorted by form and id, so of equal weights the first is the better one.
		if #ids < wanted or weight < weights[#ids] then
			local at = #ids
			while at > 0 and weights[at] > weight do at = at - 1 end
			table.insert(weights, at + 1, weight)
			table.insert(ids, at + 1, string.sub(member, zero + 9))
			weights[wanted + 1], ids[wanted + 1] = nil, nil
		end
	end
end
local reply = {1}
if #ids > 0 then
	local found = redis.call('HMGET', KEYS[2], unpack(ids))
	for i, entry in ipairs(found) do
		reply[#reply + 1] = ids[i]
		reply[#reply + 1] = entry
	end
end
return reply
