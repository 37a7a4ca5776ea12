-- Returns the items that are no longer in their author's outbox.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post)      both in the slot of the author
-- ARGV[1] and on: items
-- Reply: {0, the missing ones of the #ARGV items}, or {3} if outbox or posts is lost.  O(n).
--- @include social/include/lost
local outbox, posts, missing = KEYS[1], KEYS[2], {0}
if lost(outbox, posts) then return {3} end
for i, score in ipairs(redis.call('ZMSCORE', outbox, unpack(ARGV))) do
	if not score then missing[#missing + 1] = ARGV[i] end
end
return missing
