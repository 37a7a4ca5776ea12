-- Starts building an inbox, which receives new posts from now on, and returns the authors that its reader follows, or the
-- first of them.
-- KEYS[1] inbox (sorted set: state, marks and items)      KEYS[2] following (sorted set)  both in the slot of the reader
-- ARGV[1] milliseconds without a read after which it is dropped
-- ARGV[2] the most authors
-- Reply: authors and when they were followed, alternating, the latest first.  O(log N + n).
local new = redis.call('EXISTS', KEYS[1]) == 0
if not redis.call('ZSCORE', KEYS[1], '$') then redis.call('ZADD', KEYS[1], 0, '#') end
local refused = redis.pcall('PEXPIRE', KEYS[1], ARGV[1])
if type(refused) == 'table' then
	-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
	if new then redis.call('UNLINK', KEYS[1]) end
	return refused
end
return redis.call('ZREVRANGE', KEYS[2], 0, ARGV[2] - 1, 'WITHSCORES')
