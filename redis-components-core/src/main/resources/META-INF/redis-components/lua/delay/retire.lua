-- Removes the keys of a delay queue that holds nothing.
-- KEYS[1] stream                  KEYS[2] dead (stream)           KEYS[3] due (sorted set)
-- KEYS[4] and on: further keys of the queue                       all in the slot of the queue's tag
-- Reply: 1 removed or not there, 0 it holds tasks.  O(groups).
if redis.call('ZCARD', KEYS[3]) > 0 then return 0 end
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
