-- Deletes dead letters.
-- KEYS[1] dead (stream)           ARGV[1] an id, empty for all
-- Reply: how many there were.  O(1); they are freed off the main thread.
if ARGV[1] ~= '' then return redis.call('XDEL', KEYS[1], ARGV[1]) end
local n = redis.call('XLEN', KEYS[1])
redis.call('UNLINK', KEYS[1])
return n
