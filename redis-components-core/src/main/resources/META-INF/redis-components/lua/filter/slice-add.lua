-- Sets bits of a slice of a Bloom filter.
-- KEYS[1] the slice (string: eight bytes of epoch, then bits)
-- ARGV[1] the newest epoch that the caller has read      ARGV[2] how many bits an element has
-- ARGV[3] and on: the bits of each element, the epoch counted as well
-- Reply: for each element 0 if one of its bits was not set, else 1, as one text; nil, and nothing is set, if the slice is not
-- there or has a newer epoch.  O(bits).
local epoch = redis.call('BITFIELD', KEYS[1], 'GET', 'i64', '0')[1]
if epoch < 1 or epoch > tonumber(ARGV[1]) then return false end
local hashes, seen = tonumber(ARGV[2]), {}
for first = 3, #ARGV, hashes do
	local known = '1'
	for i = first, first + hashes - 1 do
		if redis.call('SETBIT', KEYS[1], ARGV[i], '1') == 0 then known = '0' end
	end
	seen[#seen + 1] = known
end
return table.concat(seen)
