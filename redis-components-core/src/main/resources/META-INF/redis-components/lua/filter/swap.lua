-- Makes the generation of a Bloom filter that was built the live one. The one that was live becomes old: it still gets what
-- is added, for clients that do not know it yet.
-- KEYS[1] the filter (hash)
-- ARGV[1] id of the generation that was built
-- Reply: 1 live, also when it was before; 0 if it is not what is being built.  O(1).
local state = redis.call('HMGET', KEYS[1], 'owner', 'next', 'next-layout', 'live', 'live-layout')
if state[4] == ARGV[1] then return 1 end
if state[1] ~= ARGV[1] or state[2] ~= ARGV[1] then return 0 end
-- No field: a missing right must fail before the first write. The new generation would seem to be built still, and the next
-- rebuild would delete it.
redis.call('HDEL', KEYS[1], '')
if state[4] then redis.call('HSET', KEYS[1], 'old', state[4], 'old-layout', state[5]) end
redis.call('HSET', KEYS[1], 'live', ARGV[1], 'live-layout', state[3])
redis.call('HDEL', KEYS[1], 'next', 'next-layout')
return 1
