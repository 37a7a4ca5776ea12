-- Forgets a consumer that has nothing pending.
-- KEYS[1] stream                  ARGV[1] group       ARGV[2] consumer
-- Reply: 1 forgotten, 0 it has something or there is no such group.  O(1).
local pending = redis.pcall('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2])
if pending.err then
	if string.find(pending.err, 'NOGROUP', 1, true) then return 0 end
	return pending
end
if #pending > 0 then return 0 end
redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
return 1
