-- Removes a value and voids the lease of a load under way. Tells local levels, or else a load under way if there is one.
-- KEYS[1] value (string)   KEYS[2] lease (hash)   both in the slot of the entry
-- ARGV[1] channel   ARGV[2] message to a load under way   ARGV[3] message to local levels, or empty if there are none
-- Reply: 1 if there was a value, else 0; {that, error} if the announcement was refused.  O(1), freeing the memory apart.
local removed = redis.call('UNLINK', KEYS[1])
local loading = redis.call('DEL', KEYS[2]) == 1
if loading or ARGV[3] ~= '' then
	local refused = redis.pcall('PUBLISH', ARGV[1], ARGV[3] ~= '' and ARGV[3] or ARGV[2])
	if type(refused) == 'table' then return {removed, refused} end
end
return removed
