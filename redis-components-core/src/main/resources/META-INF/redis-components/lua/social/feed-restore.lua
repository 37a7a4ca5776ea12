-- Restores posts in their author's outbox. Followers have them already, or pull them.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post)      KEYS[3] gone (list of posts)
-- as in feed-publish.lua, all in the slot of the author
-- ARGV[1] author          ARGV[2] the most posts of an outbox
-- ARGV[3] and on: post and time in milliseconds, alternating
-- Reply: number of the #ARGV / 2 - 1 posts that were unknown and are kept, or -1 if outbox or posts is lost.
-- O(n log N).
--- @include social/include/lost
--- @include social/include/displace
local outbox, posts, gone, added = KEYS[1], KEYS[2], KEYS[3], {}
redis.call('LLEN', gone)
if lost(outbox, posts) then return -1 end
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
local excess = math.min(redis.call('ZCARD', outbox) - ARGV[2], #added + 500)
if excess > 0 then displace(outbox, posts, gone, excess, ARGV[2], #added + 1000) end
local kept = 0
for _, item in ipairs(added) do
	if redis.call('ZSCORE', outbox, item) then kept = kept + 1 end
end
return kept
