-- Adds one to a counter.
-- KEYS[1] the counter
-- Reply: the new value.  O(1).
return redis.call('INCR', KEYS[1])
