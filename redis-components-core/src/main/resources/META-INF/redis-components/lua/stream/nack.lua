-- Gives back entries that are still the caller's, to be delivered again after a delay.
-- KEYS[1] stream                  KEYS[2] retry (sorted set: entry by next attempt)
-- KEYS[3] trace (hash: lines by entry)            all in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] consumer
-- ARGV[3] 1 if this delivery does not count
-- ARGV[4] and on: id, number of deliveries, delay in milliseconds and line for the trace (empty for none) of each
-- Reply: for each 1 given back, 0 somebody else's, 2 not pending.  O(n log N).
local stream, retry, group, me = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
redis.call('ZCARD', retry)
redis.call('HLEN', KEYS[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local result = {}
for i = 4, #ARGV, 4 do
	local id, count = ARGV[i], tonumber(ARGV[i + 1])
	local p = redis.call('XPENDING', stream, group, id, id, 1)[1]
	local code = 0
	if not p then
		code = 2
	elseif p[2] == me and p[4] == count then
		code = 1
		-- There already: this is a repetition.
		if not redis.call('ZSCORE', retry, id) then
			-- The clock's millisecond has begun: one more, so that it is never early.
			local delay = tonumber(ARGV[i + 2])
			redis.call('ZADD', retry, now + delay + (delay > 0 and 1 or 0), id)
			if ARGV[3] == '1' then
				redis.call('XCLAIM', stream, group, me, 0, id, 'RETRYCOUNT', count - 1, 'JUSTID')
			end
			if ARGV[i + 3] ~= '' then
				local lines = redis.call('HGET', KEYS[3], id)
				redis.call('HSET', KEYS[3], id, (lines and lines .. '\n' or '') .. now .. ' ' .. ARGV[i + 3])
			end
		end
	end
	result[#result + 1] = code
end
return result
