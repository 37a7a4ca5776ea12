-- Deletes a slice of a Bloom filter.
-- KEYS[i] the slice and what belongs to it, all in one slot
-- Reply: number of deleted keys.  O(1); they are freed off the main thread.
return redis.call('UNLINK', unpack(KEYS))
