-- Adds elements to a slice of a Bloom filter by the server's own commands.
-- KEYS[1] the slice (a filter of the server)      KEYS[2] its epoch (string, eight bytes)      both in one slot
-- ARGV[1] the newest epoch that the caller has read      ARGV[2] and on: elements
-- Reply: for each element 0 if it was not there, else 1, as one text; nil, and nothing is added, if the slice is not there or
-- has a newer epoch.  O(elements).
local epoch = redis.call('BITFIELD', KEYS[2], 'GET', 'i64', '0')[1]
if epoch < 1 or epoch > tonumber(ARGV[1]) or redis.call('EXISTS', KEYS[1]) == 0 then return false end
local added = redis.call('BF.INSERT', KEYS[1], 'NOCREATE', 'ITEMS', unpack(ARGV, 2, #ARGV))
for i = 1, #added do
	-- Redis 8 may reply an error for a single element.
	if type(added[i]) == 'table' and added[i].err then return added[i] end
	added[i] = (added[i] == 1 or added[i] == true) and '0' or '1'
end
return table.concat(added)
