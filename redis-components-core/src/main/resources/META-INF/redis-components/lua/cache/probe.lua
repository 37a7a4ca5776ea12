-- Changes a key, so that those that track it hear of it, and leaves nothing behind.
-- KEYS[1] the key (string, exists inside this script only)
-- Reply: 1.  O(1).
redis.call('SET', KEYS[1], '')
return redis.call('UNLINK', KEYS[1])
