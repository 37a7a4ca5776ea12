-- Writes before it runs another command, which an ACL may refuse.
-- KEYS[1] a number           ARGV[1] milliseconds
-- Reply: the number.  O(1).
local n = redis.call('INCRBY', KEYS[1], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return n
