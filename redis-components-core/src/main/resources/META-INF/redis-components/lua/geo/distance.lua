-- Returns the distance between two members.
-- KEYS[1] points (sorted set)
-- ARGV[1] member                  ARGV[2] member
-- Reply: the distance in metres, nil if one of them is not there.  O(1).
return redis.call('GEODIST', KEYS[1], ARGV[1], ARGV[2], 'm')
