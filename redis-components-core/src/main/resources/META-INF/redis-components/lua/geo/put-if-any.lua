-- Adds or moves a member if the index is not empty.
-- KEYS[1] points (sorted set, GEOADD)
-- ARGV[1] longitude               ARGV[2] latitude            ARGV[3] member
-- Reply: 1 done, 0 the index is empty.  O(log n).
if redis.call('ZCARD', KEYS[1]) == 0 then return 0 end
redis.call('GEOADD', KEYS[1], ARGV[1], ARGV[2], ARGV[3])
return 1
