-- Tells which items are no longer in their author's outbox.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post)      both in the slot of the author
-- ARGV[1] and on: items
-- Reply: {0, those of the #ARGV items that are missing}, or {3} when one of outbox and posts is lost.  O(n).
local outbox, posts, missing = KEYS[1], KEYS[2], {0}
local live = redis.call('HLEN', posts) - redis.call('HEXISTS', posts, '')
if (redis.call('ZCARD', outbox) > 0) ~= (live > 0) then return {3} end
for i, score in ipairs(redis.call('ZMSCORE', outbox, unpack(ARGV))) do
	if not score then missing[#missing + 1] = ARGV[i] end
end
return missing
