-- Sends a command that Redis refuses.
-- KEYS[1] becomes a string
-- Reply: an error.  O(1).
redis.call('SET', KEYS[1], 'text')
return redis.call('LPUSH', KEYS[1], 'x')
