-- Removes messages from a mailbox.
-- KEYS[1] messages (stream)                       KEYS[2] meta (hash: last, lost, size)
-- both in the slot of the receiver
-- ARGV[1] milliseconds for which the meta data of an empty mailbox is kept
-- ARGV[2] and on: numbers, at most 1000
-- Reply: number of removed messages.  O(n).
redis.call('HLEN', KEYS[2])
local known = redis.call('XLEN', KEYS[1])
-- No message: a missing right must fail before a message is removed, because it would count as lost. A command that needs no
-- memory comes first, see lock/release.lua.
redis.call('XDEL', KEYS[1], '0-1')
if known > 0 then redis.call('HSET', KEYS[2], 'size', known) end
local removed = redis.call('XDEL', KEYS[1], unpack(ARGV, 2, #ARGV))
local size = redis.call('XLEN', KEYS[1])
if removed > 0 then redis.call('HSET', KEYS[2], 'size', size) end
if removed > 0 and size == 0 then
	redis.call('DEL', KEYS[1])
	redis.call('PEXPIRE', KEYS[2], ARGV[1])
end
return removed
