-- Keeps the server busy, then adds nothing.
-- KEYS[1] a key of the slot
-- ARGV[1] how long, in milliseconds
-- Reply: 0.  O(time).
local start = redis.call('TIME')
repeat
	local now = redis.call('TIME')
	local passed = (now[1] - start[1]) * 1000 + (now[2] - start[2]) / 1000
until passed >= tonumber(ARGV[1])
return 0
