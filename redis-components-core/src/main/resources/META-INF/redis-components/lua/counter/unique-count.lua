-- Counts the different members of several days.
-- KEYS[1] work (set, gone afterwards)             KEYS[i], KEYS[i + 1] from the second on: members (set) and estimate
-- (HyperLogLog) of a day
-- ARGV[1] up to how many members, each day by itself, are always united exactly
-- ARGV[2] up to which estimate more of them are
-- Reply: {count, 1 if it is exact, 0 if it is an estimate}, or {-4} when an estimate is lost.  O(days, or members kept).
local sets, estimates, kept, exact = {}, {}, 0, true
for i = 2, #KEYS, 2 do
	local size = redis.call('SCARD', KEYS[i])
	if size > 0 then sets[#sets + 1] = KEYS[i] end
	if redis.call('EXISTS', KEYS[i + 1]) == 1 then
		estimates[#estimates + 1] = KEYS[i + 1]
		if size == 0 then exact = false end
	elseif size > 0 then
		return {-4}
	end
	kept = kept + size
end
if #estimates == 0 then return {0, 1} end
if exact and #sets == 1 then return {kept, 1} end
if not exact or kept > tonumber(ARGV[1]) then
	local estimate = redis.call('PFCOUNT', unpack(estimates))
	if not exact or estimate > tonumber(ARGV[2]) then return {estimate, 0} end
end
local count = redis.call('SUNIONSTORE', KEYS[1], unpack(sets))
redis.call('UNLINK', KEYS[1])
return {count, 1}
