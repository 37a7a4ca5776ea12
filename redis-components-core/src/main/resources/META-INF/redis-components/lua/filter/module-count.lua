-- Counts the elements of a slice of a Bloom filter by the server's own commands.
-- KEYS[1] the slice (a filter of the server)      KEYS[2] its epoch (string, eight bytes)      both in one slot
-- Reply: {epoch, elements}; the epoch is 0 if the slice is not there.  O(1).
if redis.call('EXISTS', KEYS[1]) == 0 then return {0, 0} end
local info = redis.call('BF.INFO', KEYS[1])
for i = 1, #info - 1 do
	-- A simple string is a table here.
	local name = (type(info[i]) == 'table') and info[i].ok or info[i]
	if name == 'Number of items inserted' then
		return {redis.call('BITFIELD', KEYS[2], 'GET', 'i64', '0')[1], info[i + 1]}
	end
end
return redis.error_reply('ERR BF.INFO does not tell how many items were inserted')
