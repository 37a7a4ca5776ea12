-- Starts building an inbox, which receives new posts from now on, and returns the authors that its reader follows, or the
-- first of them.
-- KEYS[1] inbox (sorted set: state, marks and items)      KEYS[2] following (sorted set)  both in the slot of the reader
-- ARGV[1] milliseconds without a read after which it is dropped
-- ARGV[2] the most authors
-- Reply: authors and when they were followed, alternating, the latest first.  O(log N + n).
if not redis.call('ZSCORE', KEYS[1], '$') then redis.call('ZADD', KEYS[1], 0, '#') end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.call('ZREVRANGE', KEYS[2], 0, ARGV[2] - 1, 'WITHSCORES')
