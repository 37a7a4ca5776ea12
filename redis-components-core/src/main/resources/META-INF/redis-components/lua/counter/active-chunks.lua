-- Returns the chunks that were active on at least one of several days, or on all of them.
-- KEYS[i] indexes of the days (sets of the numbers of chunks)
-- ARGV[1] SUNION for at least one, SINTER for all
-- Reply: numbers of chunks.  O(chunks times days).  #KEYS is at most 100.
if ARGV[1] == 'SINTER' then return redis.call('SINTER', unpack(KEYS)) end
return redis.call('SUNION', unpack(KEYS))
