-- Deletes a sale that is over by the server's clock and drained.
-- KEYS[1] sale (hash)             KEYS[2] buyers (hash)
-- KEYS[3] orders (stream)         all in the slot of the sale's tag
-- Reply: 1 deleted or not there, 0 it is running or not drained.  O(buyers).
local over = redis.call('HGET', KEYS[1], 'end')
redis.call('HLEN', KEYS[2])
if over then
	local time = redis.call('TIME')
	if time[1] * 1000 + math.floor(time[2] / 1000) < tonumber(over) then return 0 end
end
if redis.call('XLEN', KEYS[3]) > 0 then return 0 end
redis.call('UNLINK', KEYS[1], KEYS[2])
return 1
