-- Reads the oldest dead letters.
-- KEYS[1] dead (stream)           ARGV[1] where to begin         ARGV[2] how many at most
-- Reply: {id, fields} of each.  O(n).
return redis.call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2])
