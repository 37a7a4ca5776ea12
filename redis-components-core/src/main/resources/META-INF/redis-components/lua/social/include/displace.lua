-- Takes the oldest items out of an outbox, and forgets the first of the displaced posts beyond the most.  O(n log N).
local function displace(outbox, posts, gone, items, most, forgotten)
	for _, old in ipairs(redis.call('ZRANGE', outbox, 0, items - 1)) do
		local id = string.sub(old, 13, string.find(old, '\0', 13, true) - 1)
		-- In this order: where a right was taken away, the next call goes on.
		redis.call('LPUSH', gone, id)
		redis.call('ZREM', outbox, old)
		redis.call('HSET', posts, id, string.sub(old, 1, 12) .. 'd')
	end
	for _ = 1, math.min(redis.call('LLEN', gone) - most, forgotten) do
		local id = redis.call('RPOP', gone)
		if string.sub(redis.call('HGET', posts, id) or '', 13) == 'd' then redis.call('HDEL', posts, id) end
	end
end
