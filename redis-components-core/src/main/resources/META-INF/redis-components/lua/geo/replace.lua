-- Replaces the index with one that was built.
-- KEYS[1] points (sorted set)     KEYS[2] the index that was built (sorted set; afterwards a string, for a repetition)
-- ARGV[1] how many members it has                             ARGV[2] for how many milliseconds a repetition is known
-- Reply: 1 done, 0 the built index is no longer complete.  O(1); the old index is freed off the main thread.
local built = redis.call('TYPE', KEYS[2]).ok
if built == 'string' then return 1 end
local count = built == 'zset' and redis.call('ZCARD', KEYS[2]) or 0
if count ~= tonumber(ARGV[1]) then return 0 end
redis.call('ZCARD', KEYS[1])
-- The index never expires, and a key may take its own name: a missing right must fail before anything is lost.
redis.call('PERSIST', KEYS[1])
if count > 0 then redis.call('RENAME', KEYS[2], KEYS[2]) end
redis.call('UNLINK', KEYS[1])
if count > 0 then
	redis.call('PERSIST', KEYS[2])
	redis.call('RENAME', KEYS[2], KEYS[1])
end
redis.call('SET', KEYS[2], 'done', 'PX', ARGV[2])
return 1
