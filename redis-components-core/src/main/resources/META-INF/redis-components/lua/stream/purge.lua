-- Deletes dead letters.
-- KEYS[1] dead (stream)           ARGV[1] an id, empty for all
-- Reply: how many there were.  O(1) for one; O(n) for all.
if ARGV[1] ~= '' then return redis.call('XDEL', KEYS[1], ARGV[1]) end
local n = redis.call('XLEN', KEYS[1])
redis.call('DEL', KEYS[1])
return n
