-- Starts building a generation of a Bloom filter, unless another process builds one.
-- KEYS[1] the filter (hash: epoch, live, live-layout, next, next-layout, old, old-layout, waste, owner, until)
-- ARGV[1] id of the new generation, new each time   ARGV[2] its layout   ARGV[3] lease in ms
-- ARGV[4] '1' to begin only where no generation is live
-- Reply: 1 begun, 0 another process is building, 2 one is live.  O(1).
-- The process that builds is the owner until it ends or its lease expires. The slices of an expired owner
-- are added to waste, one line for each.
local state = redis.call('HMGET', KEYS[1], 'owner', 'until', 'live', 'next', 'next-layout', 'waste')
if state[1] == ARGV[1] then return 1 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if state[1] and tonumber(state[2]) > now then return 0 end
if ARGV[4] == '1' and state[3] then return 2 end
-- An earlier version may have left the live one there.
if state[4] and state[4] ~= state[3] then
	redis.call('HSET', KEYS[1], 'waste', (state[6] or '') .. state[4] .. ' ' .. state[5] .. '\n')
end
redis.call('HINCRBY', KEYS[1], 'epoch', 1)
redis.call('HSET', KEYS[1], 'next', ARGV[1], 'next-layout', ARGV[2], 'owner', ARGV[1], 'until',
	string.format('%.0f', now + ARGV[3]))
return 1
