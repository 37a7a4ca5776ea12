-- Replies with nothing.
-- KEYS[1] any key
-- Reply: nil.  O(1).
return redis.call('GET', KEYS[1])
