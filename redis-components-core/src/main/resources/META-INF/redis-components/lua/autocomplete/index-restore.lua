-- Rebuilds the terms of a prefix index from its entries, in parts, if one of the two keys is lost.
-- KEYS[1] terms (sorted set)	KEYS[2] entries (hash)	KEYS[3] tops (sorted set)	KEYS[4] lists (hash)
-- as in index.lua, all in the slot of the index's name
-- ARGV[1] cursor to continue at, '0' to start
-- Reply: cursor to continue at, '0' when complete.  O(100 log N).
local terms, entries = KEYS[1], KEYS[2]
local surplus = redis.call('ZCARD', terms) - math.max(redis.call('HLEN', entries) - 1, 0)
if surplus == 0 then return '0' end
-- The entries decide. Terms without an entry only show that entries were lost.
if surplus > 0 then redis.call('UNLINK', terms, KEYS[3], KEYS[4]) end
-- Lists may lack an entry whose term was refused. Each is rebuilt at its next use.
if surplus < 0 and ARGV[1] == '0' then redis.call('UNLINK', KEYS[3], KEYS[4]) end
local found = redis.call('HSCAN', entries, ARGV[1], 'COUNT', 100)
local part = found[2]
for i = 1, #part, 2 do
	local zero = string.find(part[i + 1], '\0', 9, true)
	if part[i] ~= '' and zero then
		redis.call('ZADD', terms, 0, string.sub(part[i + 1], 9, zero) .. string.sub(part[i + 1], 1, 8) .. part[i])
	end
end
return found[1]
