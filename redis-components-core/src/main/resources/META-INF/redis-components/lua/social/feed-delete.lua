-- Removes a post from its author's outbox.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post)
-- KEYS[3] deleted (string: the post's time and way)       KEYS[4] followers (sorted set)
-- all in the slot of the author
-- ARGV[1] post            ARGV[2] author          ARGV[3] milliseconds for which the deletion is remembered
-- Reply: {0} unknown, {3} outbox or posts is lost, see feed-mend.lua, or {1 if it was there else 2, time, 1 if inboxes
-- may have it else 0, followers}.  O(log N).
--- @include social/include/lost
local outbox, posts = KEYS[1], KEYS[2]
if lost(outbox, posts) then return {3} end
-- A key of another type must fail before the first write.
local followers = redis.call('ZCARD', KEYS[4])
local known = redis.call('HGET', posts, ARGV[1])
local code = known and 1 or 2
known = known or redis.call('GET', KEYS[3])
if not known then return {0} end
if code == 1 then
	redis.call('ZREM', outbox, string.sub(known, 1, 12) .. ARGV[1] .. '\0' .. ARGV[2])
	-- In this order: where a right was taken away, the next call goes on.
	redis.call('SET', KEYS[3], known, 'PX', ARGV[3])
	redis.call('HDEL', posts, ARGV[1])
end
-- Only a post that was pulled from the start is in no inbox.
local pulled = string.sub(known, 13) == (redis.call('HGET', posts, '') or 's0')
return {code, string.sub(known, 1, 12), pulled and 0 or 1, followers}
