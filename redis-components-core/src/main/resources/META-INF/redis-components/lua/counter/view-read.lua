-- Reads the views of a page, or of all pages, in several minutes, hours or days.
-- KEYS[i] minutes or hours (hashes), days (sorted sets), or all views of days (strings), at most 1500
-- ARGV[1] hash, set or string                     ARGV[2] the page; '' for all; not read with strings
-- Reply: a number for each key, nil where there is none.  O(keys).
local kind, page, replies = ARGV[1], ARGV[2], {}
for i, key in ipairs(KEYS) do
	if kind == 'hash' then
		replies[i] = redis.call('HGET', key, page)
	elseif kind == 'set' then
		replies[i] = redis.call('ZSCORE', key, page)
	else
		replies[i] = redis.call('GET', key)
	end
end
return replies
