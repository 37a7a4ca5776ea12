-- Returns whether the outbox or the posts of an author are lost, see feed-mend.lua.  O(1), or O(N) if there is no outbox.
local function lost(outbox, posts)
	local live, size = redis.call('HLEN', posts) - redis.call('HEXISTS', posts, ''), redis.call('ZCARD', outbox)
	if live > 0 and size == 0 then
		-- Displaced posts are not in the outbox.
		local all = redis.call('HGETALL', posts)
		for i = 2, #all, 2 do live = live - (string.sub(all[i], 13) == 'd' and 1 or 0) end
	end
	return (size > 0) ~= (live > 0)
end
