-- Takes back one reservation of a subject from every limit of a policy, or from none if there is a later one.
-- KEYS[1], ... the state of each limit, as acquire.lua keeps it; the last of KEYS marks that this was done.
-- ARGV[1] its cost      ARGV[2] its moment, in microseconds      ARGV[3] how long the mark is kept, in milliseconds
-- then two for each limit (#ARGV is 2 * #KEYS + 1): what the key held before and after, by the reply of acquire.lua
-- Reply: 1 nothing of it is left (also when repeated), 0 nothing was changed.  O(limits), for kind s O(limit) each.
local call = redis.call
local mark, held, lists = KEYS[#KEYS], {}, false
if call('EXISTS', mark) == 1 then return 1 end
for i = 1, #KEYS - 1 do
	local after = ARGV[2 * i + 3]
	if after == '' then
		call('LLEN', KEYS[i])
		lists = true
	else
		held[i] = call('GET', KEYS[i])
		-- A key that is gone is as if never used: there is nothing to take back.
		if held[i] and held[i] ~= after then return 0 end
	end
end

-- A missing right must fail before the first write. The mark is not there.
call('DEL', mark)
if lists then call('LREM', mark, 0, '') end
call('SET', mark, 1, 'PX', ARGV[3])
for i = 1, #KEYS - 1 do
	local key, before, after = KEYS[i], ARGV[2 * i + 2], ARGV[2 * i + 3]
	if after == '' then
		-- Units of the same moment are alike.
		call('LREM', key, '-' .. ARGV[1], ARGV[2])
	elseif held[i] and before == '' then
		call('DEL', key)
	elseif held[i] then
		call('SET', key, before, 'KEEPTTL')
	end
end
return 1
