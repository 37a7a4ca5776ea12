-- Publishes a message through the master of a slot.
-- KEYS[1] in that slot, neither read nor written
-- ARGV[1] channel   ARGV[2] message
-- Reply: how many clients of that node have received it.  O(clients that listen).
return redis.call('PUBLISH', ARGV[1], ARGV[2])
