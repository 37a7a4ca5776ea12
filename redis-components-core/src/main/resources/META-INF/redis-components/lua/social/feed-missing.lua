-- Tells which items are no longer in their author's outbox.
-- KEYS[1] outbox (sorted set: items)
-- ARGV[1] and on: items
-- Reply: those of the #ARGV items that are missing.  O(n).
local missing = {}
for i, score in ipairs(redis.call('ZMSCORE', KEYS[1], unpack(ARGV))) do
	if not score then missing[#missing + 1] = ARGV[i] end
end
return missing
