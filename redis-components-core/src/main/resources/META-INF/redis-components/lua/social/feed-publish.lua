-- Adds a post to its author's outbox and decides how it reaches the followers.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post; under the empty name the way
-- of the author: s pushed, m pushed and being marked, p pulled, followed by the number of changes to m; the way of a post
-- is d when newer posts displaced it from the outbox)
-- KEYS[3] followers (sorted set)          KEYS[4] gone (list of displaced posts, as many as an outbox has)
-- all in the slot of the author
-- ARGV[1] post            ARGV[2] author          ARGV[3] its time in milliseconds, empty for now
-- ARGV[4] the most posts of an outbox     ARGV[5] number of followers beyond which posts are pulled
-- An item is twelve hexadecimal digits of its time, the post, a zero byte and the author.
-- Reply: {0 new, 1 known or 2 too old, time, way of the author, turn of the way, followers}, or {3} if outbox or
-- posts is lost, see feed-mend.lua.  O(log N).
--- @include social/include/lost
--- @include social/include/displace
local outbox, posts, gone, post = KEYS[1], KEYS[2], KEYS[4], ARGV[1]
redis.call('LLEN', gone)
if lost(outbox, posts) then return {3} end
local followers = redis.call('ZCARD', KEYS[3])
local way = redis.call('HGET', posts, '') or 's0'
local turn = tonumber(string.sub(way, 2))
way = string.sub(way, 1, 1)
local known = redis.call('HGET', posts, post)
if known and string.sub(known, 13) ~= 'd' then return {1, string.sub(known, 1, 12), way, turn, followers} end

local limit, was = tonumber(ARGV[5]), way
if way == 's' and followers > limit then
	way, turn = 'm', turn + 1
elseif way ~= 's' and followers * 2 < limit then
	way = 's'
end
local ms = ARGV[3]
if ms == '' then
	local time = redis.call('TIME')
	ms = time[1] * 1000 + math.floor(time[2] / 1000)
end
local at = string.format('%012x', ms)
-- An outbox that was made shorter shrinks by 500 with each post.
local excess = math.min(redis.call('ZCARD', outbox) + 1 - ARGV[4], 501)
local item = at .. post .. '\0' .. ARGV[2]
redis.call('ZADD', outbox, 0, item)
local refused = redis.pcall('HSET', posts, post, at .. (way == 'p' and 'p' .. turn or 's'))
if type(refused) == 'table' then
	-- Redis does not roll back where a right was taken away: a repetition would publish it at another time, too.
	redis.call('ZREM', outbox, item)
	return refused
end
if way ~= was then redis.call('HSET', posts, '', way .. turn) end
if excess > 0 then
	displace(outbox, posts, gone, excess, ARGV[4], 1000)
	if not redis.call('ZSCORE', outbox, item) then return {2, at, way, turn, followers} end
end
return {0, at, way, turn, followers}
