-- Returns the items that are no longer in their author's outbox.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post)      both in the slot of the author
-- ARGV[1] and on: items
-- Reply: {0, the missing ones of the #ARGV items}, or {3} if outbox or posts is lost.  O(n).
local outbox, posts, missing = KEYS[1], KEYS[2], {0}
local live, size = redis.call('HLEN', posts) - redis.call('HEXISTS', posts, ''), redis.call('ZCARD', outbox)
if live > 0 and size == 0 then
	-- Displaced posts are not in the outbox.
	local all = redis.call('HGETALL', posts)
	for i = 2, #all, 2 do live = live - (string.sub(all[i], 13) == 'd' and 1 or 0) end
end
if (size > 0) ~= (live > 0) then return {3} end
for i, score in ipairs(redis.call('ZMSCORE', outbox, unpack(ARGV))) do
	if not score then missing[#missing + 1] = ARGV[i] end
end
return missing
