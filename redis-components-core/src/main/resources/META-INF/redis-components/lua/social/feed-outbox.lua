-- Returns items of an author's outbox, the newest first.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: under the empty name the way of the author)
-- both in the slot of the author
-- ARGV[1] item to start before, empty for all             ARGV[2] the most items
-- Reply: {1 if the followers pull else 0, items}, or {3} if outbox or posts is lost.  O(log N + n).
local outbox, posts = KEYS[1], KEYS[2]
local live, size = redis.call('HLEN', posts) - redis.call('HEXISTS', posts, ''), redis.call('ZCARD', outbox)
if live > 0 and size == 0 then
	-- Displaced posts are not in the outbox.
	local all = redis.call('HGETALL', posts)
	for i = 2, #all, 2 do live = live - (string.sub(all[i], 13) == 'd' and 1 or 0) end
end
if (size > 0) ~= (live > 0) then return {3} end
local from = ARGV[1] == '' and '+' or '(' .. ARGV[1]
local reply = redis.call('ZRANGE', outbox, from, '-', 'BYLEX', 'REV', 'LIMIT', 0, ARGV[2])
local way = redis.call('HGET', posts, '')
table.insert(reply, 1, (way and string.sub(way, 1, 1) ~= 's') and 1 or 0)
return reply
