-- Publishes a message through the master of a slot.
-- KEYS[1] in that slot, neither read nor written
-- ARGV[1] channel   ARGV[2] message
-- Reply: how many clients of that node have received it; {-1, error} if it was refused.  O(clients that listen).
local received = redis.pcall('PUBLISH', ARGV[1], ARGV[2])
return type(received) == 'table' and {-1, received} or received
