-- Creates a group of consumers that gets everything that the stream holds, and the stream.
-- KEYS[1] stream                  ARGV[1] group
-- Reply: 1 created, 0 it is there.  O(1).
local reply = redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')
if not reply.err then return 1 end
if string.find(reply.err, 'BUSYGROUP', 1, true) then return 0 end
return reply
