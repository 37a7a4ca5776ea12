-- Rebuilds the estimate of a day from its members, if it is lost.
-- KEYS[1] members (set)           KEYS[2] estimate (HyperLogLog)
-- Reply: number of members.  O(members), which are few.
local members = redis.call('SMEMBERS', KEYS[1])
if #members == 0 or redis.call('EXISTS', KEYS[2]) == 1 then return #members end
for first = 1, #members, 1000 do
	redis.call('PFADD', KEYS[2], unpack(members, first, math.min(first + 999, #members)))
end
local left = redis.call('PTTL', KEYS[1])
local refused = left > 0 and redis.pcall('PEXPIRE', KEYS[2], left)
if type(refused) == 'table' then
	-- It would stay for ever.
	redis.call('UNLINK', KEYS[2])
	return refused
end
return #members
