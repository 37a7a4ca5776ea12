-- Puts posts into their author's outbox that their followers have, or will find.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post)      both in the slot of the author
-- ARGV[1] author          ARGV[2] how many posts an outbox has
-- ARGV[3] and on: post and time in milliseconds by turns
-- Reply: how many of the #ARGV / 2 - 1 posts were not known and are kept.  O(n log N).
local outbox, posts, added = KEYS[1], KEYS[2], {}
for i = 3, #ARGV, 2 do
	if redis.call('HEXISTS', posts, ARGV[i]) == 0 then
		local at = string.format('%012x', ARGV[i + 1])
		redis.call('ZADD', outbox, 0, at .. ARGV[i] .. '\0' .. ARGV[1])
		redis.call('HSET', posts, ARGV[i], at .. 's')
		added[#added + 1] = ARGV[i]
	end
end
local excess = redis.call('ZCARD', outbox) - ARGV[2]
if excess > 0 then
	for _, old in ipairs(redis.call('ZRANGE', outbox, 0, excess - 1)) do
		redis.call('ZREM', outbox, old)
		redis.call('HDEL', posts, string.sub(old, 13, string.find(old, '\0', 13, true) - 1))
	end
end
local kept = 0
for _, post in ipairs(added) do kept = kept + redis.call('HEXISTS', posts, post) end
return kept
