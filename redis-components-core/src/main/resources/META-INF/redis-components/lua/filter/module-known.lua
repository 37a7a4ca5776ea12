-- Tells whether the server has commands for Bloom filters, without COMMAND, which some services withhold.
-- KEYS[1] a key that is not there
-- Reply: 1 or 0.  O(1).
local reply = redis.pcall('BF.INFO', KEYS[1])
local failure = type(reply) == 'table' and reply.err
if not failure then return 1 end
if string.find(failure, 'NOPERM', 1, true) or string.find(failure, "can't run", 1, true) then return reply end
return string.find(failure, '[Uu]nknown .*command') and 0 or 1
