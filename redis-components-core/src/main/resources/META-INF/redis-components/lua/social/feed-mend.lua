-- Rebuilds an author's outbox from the posts or the posts from the outbox, if one of them is lost.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post)      KEYS[3] gone (list of posts)
-- as in feed-publish.lua, all in the slot of the author
-- ARGV[1] author
-- Reply: number of rebuilt posts.  O(N log N).
local outbox, posts = KEYS[1], KEYS[2]
local live = redis.call('HLEN', posts) - redis.call('HEXISTS', posts, '')
local items = redis.call('ZRANGE', outbox, 0, -1)
if (#items > 0) == (live > 0) then return 0 end
-- The way of the posts is lost. s is safe: removing a pulled post from inboxes that never had it has no effect.
for _, item in ipairs(items) do
	local id = string.sub(item, 13, string.find(item, '\0', 13, true) - 1)
	redis.call('HSET', posts, id, string.sub(item, 1, 12) .. 's')
end
if #items > 0 then return #items end
local found, displaced, all = 0, {}, redis.call('HGETALL', posts)
for i = 1, #all, 2 do
	if string.sub(all[i + 1], 13) == 'd' then
		displaced[#displaced + 1] = all[i]
	elseif all[i] ~= '' then
		found = found + 1
		redis.call('ZADD', outbox, 0, string.sub(all[i + 1], 1, 12) .. all[i] .. '\0' .. ARGV[1])
	end
end
-- If only displaced posts are left, the author has deleted all others and the outbox is empty, not lost.
if found == 0 then return 0 end
for _, id in ipairs(displaced) do redis.call('HDEL', posts, id) end
redis.call('UNLINK', KEYS[3])
return found
