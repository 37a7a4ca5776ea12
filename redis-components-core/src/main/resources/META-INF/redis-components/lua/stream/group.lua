-- Creates a group of consumers that gets everything that the stream holds, and the stream.
-- KEYS[1] stream                  KEYS[2] ids, KEYS[3] windows, see publish.lua
-- ARGV[1] group
-- Reply: 1 created, 0 it is there.  O(1).
-- Ids of a stream that is gone belong to nothing.
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('UNLINK', KEYS[2], KEYS[3]) end
-- Acknowledges nothing. A command that needs no memory comes first, see lock/release.lua: the group may be there.
redis.call('XACK', KEYS[1], ARGV[1], '0-1')
local reply = redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')
if not reply.err then return 1 end
if string.find(reply.err, 'BUSYGROUP', 1, true) then return 0 end
return reply
