-- Removes every message of a queue, also those that consumers have, for all groups. Groups and dead letters stay.
-- KEYS[1] stream                  KEYS[2] retry (sorted set)      KEYS[3] trace (hash)
--                                 all in the slot of the queue's tag
-- Reply: how many there were.  O(n).
local stream = KEYS[1]
local n = redis.call('XLEN', stream)
redis.call('DEL', KEYS[2], KEYS[3])
if redis.call('EXISTS', stream) == 0 then return 0 end
for _, info in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
	local group
	for f = 1, #info, 2 do
		if info[f] == 'name' then group = info[f + 1] end
	end
	local page
	repeat
		page = redis.call('XPENDING', stream, group, '-', '+', 1000)
		for i = 1, #page do page[i] = page[i][1] end
		if #page > 0 then redis.call('XACK', stream, group, unpack(page)) end
	until #page < 1000
	-- Otherwise servers that count the lag would count what is gone.
	redis.call('XGROUP', 'SETID', stream, group, '$')
end
redis.call('XTRIM', stream, 'MAXLEN', 0)
return n
