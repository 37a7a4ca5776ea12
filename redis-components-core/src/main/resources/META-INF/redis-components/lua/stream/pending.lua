-- Reads messages that were delivered and are not acknowledged, in the order of their ids.
-- KEYS[1] stream                  KEYS[2] retry (sorted set), see nack.lua        both in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] where to begin         ARGV[3] how many at most
-- Reply: {id, consumer or '' in back-off, milliseconds since the last delivery or renewal, number of deliveries, end of the
-- back-off in milliseconds since the epoch or -1} of each, none if there is no such group.  O(log N + n).
redis.call('ZCARD', KEYS[2])
local page = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[2], '+', ARGV[3])
if page.err then
	if string.find(page.err, 'NOGROUP', 1, true) then return {} end
	return page
end
for _, p in ipairs(page) do
	local at = redis.call('ZSCORE', KEYS[2], p[1])
	if p[2] == '~retry' then p[2] = '' end
	p[5] = at and tonumber(at) or -1
end
return page
