-- Removes a consumer that has nothing pending, and ~retry, see nack.lua, if nothing is in back-off.
-- KEYS[1] stream                  KEYS[2] settled (hash), see ack.lua             both in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] consumer
-- Reply: 1 removed, 0 it has pending entries or there is no such group.  O(1).
redis.call('HLEN', KEYS[2])
local pending = redis.pcall('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2])
if pending.err then
	if string.find(pending.err, 'NOGROUP', 1, true) then return 0 end
	return pending
end
if #redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, '~retry') == 0 then
	redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], '~retry')
end
if #pending > 0 then return 0 end
redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
redis.call('HDEL', KEYS[2], ARGV[2], ARGV[2] .. '!')
return 1
