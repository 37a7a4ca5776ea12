-- Removes a value and voids the lease of a load under way; publishes a message only if there is one.
-- KEYS[1] value (string)   KEYS[2] lease (hash)   both in the slot of the entry
-- ARGV[1] channel   ARGV[2] message
-- Reply: 1 if there was a value, else 0; {that, error} if the announcement was refused.  O(1), freeing the memory apart.
local removed = redis.call('UNLINK', KEYS[1])
if redis.call('DEL', KEYS[2]) == 1 then
	local refused = redis.pcall('PUBLISH', ARGV[1], ARGV[2])
	if type(refused) == 'table' then return {removed, refused} end
end
return removed
