-- Rebuilds the members of windows from their rankings, in parts, if one of the two keys is lost.
-- KEYS[1], KEYS[2] and each further pair: ranking (sorted set) and members (hash) of a window, all in one slot
-- ARGV[1] 1 if the highest is first, -1 if the lowest         ARGV[2] place to continue at, 0 to start
-- Reply: place to continue at, 0 when complete.  O(log N + 500) for each window.
local step, from, more = tonumber(ARGV[1]), tonumber(ARGV[2]), false
for i = 1, #KEYS, 2 do
	local ranking, members = KEYS[i], KEYS[i + 1]
	local size = redis.call('ZCARD', ranking)
	local surplus = math.max(redis.call('HLEN', members) - 1, 0) - size
	-- Members without a score only show that scores were lost.
	if surplus > 0 then redis.call('UNLINK', members) end
	if surplus ~= 0 and size > 0 then
		local turns = math.abs(tonumber(redis.call('HGET', members, '') or 0))
		for _, entry in ipairs(redis.call('ZRANGE', ranking, from, from + 499)) do
			turns = math.max(turns, (struct.unpack('>I8', entry)))
			redis.call('HSET', members, string.sub(entry, 9), string.sub(entry, 1, 8))
		end
		redis.call('HSET', members, '', string.format('%.0f', turns * step))
		local left = redis.call('PTTL', ranking)
		local refused = left > 0 and redis.pcall('PEXPIRE', members, left)
		if type(refused) == 'table' then
			-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
			redis.call('UNLINK', members)
			return refused
		end
		if size > from + 500 then more = true end
	end
end
return more and from + 500 or 0
