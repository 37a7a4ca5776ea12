-- Removes a waiter that has given up from the queue of one of Redisson's fair locks.
-- KEYS[1] the lock   KEYS[2] its queue (list of Redisson)   KEYS[3] timeouts of its waiters (zset of Redisson)
-- ARGV[1] the waiter   ARGV[2] prefix of the waiters' channels   ARGV[3] 1 if the channels may be sharded
-- Reply: 1 if it was in the queue, else 0; {number, error} if a PUBLISH was refused.  O(waiters).
local refused
local function wake(waiter)
	local told = redis.pcall('PUBLISH', ARGV[2] .. waiter, 0)
	refused = type(told) == 'table' and told or refused
	if ARGV[3] == '1' then
		redis.pcall('SPUBLISH', ARGV[2] .. waiter, 0)
	end
end
local waited = redis.call('LREM', KEYS[2], 0, ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
-- It may have consumed the release message that the next waiter needs. A message to its own channel ends its wait.
local head = redis.call('LINDEX', KEYS[2], 0)
if head and redis.call('EXISTS', KEYS[1]) == 0 then
	wake(head)
end
wake(ARGV[1])
waited = math.min(waited, 1)
return refused and {waited, refused} or waited
