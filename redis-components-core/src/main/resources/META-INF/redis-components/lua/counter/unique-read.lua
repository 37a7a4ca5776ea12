-- Returns the union of several days, to be merged in another slot.
-- KEYS[1] work (set, gone afterwards)             KEYS[2] work (HyperLogLog, gone afterwards)
-- KEYS[i], KEYS[i + 1] from the third on: members (set) and estimate (HyperLogLog) of a day
-- ARGV[1] up to how many members are returned as such, at most 1000
-- Reply: {1, member, ...} if every day has its members and they are not too many, {0, estimate} otherwise,
-- {-4} when an estimate is lost.
-- O(days, and members kept).
local sets, estimates, exact = {}, {}, true
for i = 3, #KEYS, 2 do
	local kept = redis.call('SCARD', KEYS[i]) > 0
	if kept then sets[#sets + 1] = KEYS[i] end
	if redis.call('EXISTS', KEYS[i + 1]) == 1 then
		estimates[#estimates + 1] = KEYS[i + 1]
		exact = exact and kept
	elseif kept then
		return {-4}
	end
end
if #estimates == 0 then return {1} end
redis.call('PFMERGE', KEYS[2], unpack(estimates))
local estimate = redis.call('GET', KEYS[2])
-- A quarter more is further off than any estimate.
local few = redis.call('PFCOUNT', KEYS[2]) <= tonumber(ARGV[1]) * 1.25
redis.call('DEL', KEYS[2])
if exact and few then
	local count = redis.call('SUNIONSTORE', KEYS[1], unpack(sets))
	local members = count <= tonumber(ARGV[1]) and redis.call('SMEMBERS', KEYS[1])
	redis.call('UNLINK', KEYS[1])
	if members then
		table.insert(members, 1, 1)
		return members
	end
end
return {0, estimate}
