-- Looks elements up in a slice of a Bloom filter by the server's own commands.
-- KEYS[1] the slice (a filter of the server)      KEYS[2] its epoch (string, eight bytes)      both in one slot
-- ARGV[1] the newest epoch that the caller has read      ARGV[2] and on: elements
-- Reply: for each element 0 if it is not there, else 1, as one text; nil if the slice is not there or has a newer epoch.
-- O(elements).
local epoch = redis.call('BITFIELD', KEYS[2], 'GET', 'i64', '0')[1]
if epoch < 1 or epoch > tonumber(ARGV[1]) or redis.call('EXISTS', KEYS[1]) == 0 then return false end
local found = redis.call('BF.MEXISTS', KEYS[1], unpack(ARGV, 2, #ARGV))
for i = 1, #found do found[i] = (found[i] == 1 or found[i] == true) and '1' or '0' end
return table.concat(found)
