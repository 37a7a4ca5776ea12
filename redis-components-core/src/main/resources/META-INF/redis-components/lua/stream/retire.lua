-- Removes the keys of a queue that holds nothing.
-- KEYS[1] stream                  KEYS[2] dead (stream)           both in the slot of the queue's tag
-- KEYS[3] and on: further keys of the queue, first those that exist only while it holds something
-- ARGV[1] how many of those       ARGV[2] and on: the groups whose keys are among the others
-- Reply: 1 removed or not there, 0 it holds messages, 2 it has a group that is not among them.  O(groups).
if redis.call('XLEN', KEYS[1]) > 0 or redis.call('XLEN', KEYS[2]) > 0 then return 0 end
for i = 1, ARGV[1] do
	if redis.call('EXISTS', KEYS[2 + i]) == 1 then return 0 end
end
local known = {}
for i = 2, #ARGV do known[ARGV[i]] = true end
if redis.call('EXISTS', KEYS[1]) == 1 then
	for _, info in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
		for f = 1, #info, 2 do
			if info[f] == 'pending' and info[f + 1] > 0 then return 0 end
			if info[f] == 'name' and not known[info[f + 1]] then return 2 end
		end
	end
end
-- A call takes no more arguments than Lua's stack has room for.
for first = 1, #KEYS, 1000 do
	redis.call('UNLINK', unpack(KEYS, first, math.min(first + 999, #KEYS)))
end
return 1
