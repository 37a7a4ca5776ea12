-- Removes the keys of a queue that holds nothing.
-- KEYS[1] stream                  KEYS[2] dead (stream)           both in the slot of the queue's tag
-- KEYS[3] and on: further keys of the queue
-- Reply: 1 removed or not there, 0 it holds messages.  O(groups).
if redis.call('XLEN', KEYS[1]) > 0 or redis.call('XLEN', KEYS[2]) > 0 then return 0 end
if redis.call('EXISTS', KEYS[1]) == 1 then
	for _, info in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
		for f = 1, #info, 2 do
			if info[f] == 'pending' and info[f + 1] > 0 then return 0 end
		end
	end
end
redis.call('DEL', unpack(KEYS, 1, #KEYS))
return 1
