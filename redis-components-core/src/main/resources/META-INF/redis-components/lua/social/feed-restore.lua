-- Restores posts in their author's outbox. Followers have them already, or pull them.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post)      KEYS[3] gone (list of posts)
-- as in feed-publish.lua, all in the slot of the author
-- ARGV[1] author          ARGV[2] the most posts of an outbox
-- ARGV[3] and on: post and time in milliseconds, alternating
-- Reply: number of the #ARGV / 2 - 1 posts that were unknown and are kept, or -1 if outbox or posts is lost.
-- O(n log N).
local outbox, posts, gone, added = KEYS[1], KEYS[2], KEYS[3], {}
redis.call('LLEN', gone)
local live, size = redis.call('HLEN', posts) - redis.call('HEXISTS', posts, ''), redis.call('ZCARD', outbox)
if live > 0 and size == 0 then
	-- Displaced posts are not in the outbox.
	local all = redis.call('HGETALL', posts)
	for i = 2, #all, 2 do live = live - (string.sub(all[i], 13) == 'd' and 1 or 0) end
end
if (size > 0) ~= (live > 0) then return -1 end
for i = 3, #ARGV, 2 do
	local known = redis.call('HGET', posts, ARGV[i])
	if not known or string.sub(known, 13) == 'd' then
		local at = string.format('%012x', ARGV[i + 1])
		redis.call('ZADD', outbox, 0, at .. ARGV[i] .. '\0' .. ARGV[1])
		local refused = redis.pcall('HSET', posts, ARGV[i], at .. 's')
		if type(refused) == 'table' then
			redis.call('ZREM', outbox, at .. ARGV[i] .. '\0' .. ARGV[1])
			return refused
		end
		added[#added + 1] = at .. ARGV[i] .. '\0' .. ARGV[1]
	end
end
-- See feed-publish.lua.
local excess = math.min(redis.call('ZCARD', outbox) - ARGV[2], #added + 500)
if excess > 0 then
	for _, old in ipairs(redis.call('ZRANGE', outbox, 0, excess - 1)) do
		local id = string.sub(old, 13, string.find(old, '\0', 13, true) - 1)
		redis.call('LPUSH', gone, id)
		redis.call('ZREM', outbox, old)
		redis.call('HSET', posts, id, string.sub(old, 1, 12) .. 'd')
	end
	for _ = 1, math.min(redis.call('LLEN', gone) - ARGV[2], #added + 1000) do
		local id = redis.call('RPOP', gone)
		if string.sub(redis.call('HGET', posts, id) or '', 13) == 'd' then redis.call('HDEL', posts, id) end
	end
end
local kept = 0
for _, item in ipairs(added) do
	if redis.call('ZSCORE', outbox, item) then kept = kept + 1 end
end
return kept
