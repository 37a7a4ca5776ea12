-- Deletes fields of a Bloom filter whose slices are deleted, and the filter if nothing is left of it.
-- KEYS[1] the filter (hash)
-- ARGV[1] id of the generation that is being built   ARGV[2] and on: fields
-- Reply: 1, or 0 if that generation does not own the filter.  O(1).
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
for i = 2, #ARGV do redis.call('HDEL', KEYS[1], ARGV[i]) end
local state = redis.call('HMGET', KEYS[1], 'owner', 'live', 'next', 'old', 'waste')
if not (state[1] or state[2] or state[3] or state[4] or state[5]) then redis.call('DEL', KEYS[1]) end
return 1
