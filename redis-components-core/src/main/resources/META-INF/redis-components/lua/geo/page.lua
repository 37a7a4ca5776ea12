-- Returns a later page of a scroll, and extends its expiry.
-- KEYS[1] snapshot (sorted set: member by distance in metres)
-- ARGV[1] how many come before the page                       ARGV[2] how many on the page
-- ARGV[3] for how many milliseconds they are kept
-- Reply: {-1} they are no longer kept, {how many there are in all, member, distance, ...}.  O(log n + page).
local count = redis.call('ZCARD', KEYS[1])
if count == 0 then return {-1} end
local from = tonumber(ARGV[1])
local page = redis.call('ZRANGE', KEYS[1], from, from + ARGV[2] - 1, 'WITHSCORES')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
table.insert(page, 1, count)
return page
