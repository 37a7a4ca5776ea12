-- Releases a lease without a value, if the caller still owns it, and wakes the processes that wait for it.
-- KEYS[1] lease (hash: t the owner's token, w a process waits)
-- ARGV[1] token   ARGV[2] channel   ARGV[3] message
-- Reply: 1 released, 0 another owner or no lease; {1, error} if the PUBLISH was refused.  O(1).
local lease = redis.call('HMGET', KEYS[1], 't', 'w')
if lease[1] ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
if lease[2] then
	local refused = redis.pcall('PUBLISH', ARGV[2], ARGV[3])
	if type(refused) == 'table' then return {1, refused} end
end
return 1
