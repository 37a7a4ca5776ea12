-- Returns the generations of a Bloom filter. Clients read it in the flush that reads or changes slices: slices that
-- outlive their filter, because Redis evicts it alone, do not count.
-- KEYS[1] the filter (hash)
-- Reply: {epoch, live, next, old}, nil for each that there is not.  O(1).
return redis.call('HMGET', KEYS[1], 'epoch', 'live', 'next', 'old')
