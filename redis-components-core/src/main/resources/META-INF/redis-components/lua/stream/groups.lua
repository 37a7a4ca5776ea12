-- Names the groups of a stream.
-- KEYS[1] stream
-- Reply: their names, none if there is no stream.  O(groups).
if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
local names = {}
for _, info in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
	for f = 1, #info, 2 do
		if info[f] == 'name' then names[#names + 1] = info[f + 1] end
	end
end
return names
