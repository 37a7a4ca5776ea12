-- Restarts the visibility timeout of entries that are still leased to the caller, and finds other entries that are pending
-- on the caller, such as those of a lost reply.
-- KEYS[1] stream                  KEYS[2] retry (sorted set: entry by next attempt)
-- ARGV[1] group                   ARGV[2] consumer
-- ARGV[3] idle milliseconds after which entries that were not extended are returned, -1 to return none
-- ARGV[4] entry to continue after, - to start
-- ARGV[5] and on: id and number of deliveries of each, ascending ids, 500 entries at most
-- Reply: {ids that are no longer leased to the caller, {id, number of deliveries, ...} pending on the caller and not in
-- back-off, entry to continue after or ''}.
-- O(n log N), and to return entries the number of the caller's entries, of which it reads 100 that are old enough.
local stream, retry, group, me = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
redis.call('ZCARD', retry)
local lost, kept = {}, {}
for i = 5, #ARGV, 2 do
	local id = ARGV[i]
	local p = redis.call('XPENDING', stream, group, id, id, 1)[1]
	if p and p[2] == me and p[4] == tonumber(ARGV[i + 1]) then
		kept[#kept + 1] = id
	else
		lost[#lost + 1] = id
	end
end
if #kept > 0 then
	kept[#kept + 1] = 'JUSTID'
	redis.call('XCLAIM', stream, group, me, 0, unpack(kept))
end
local others, from = {}, ''
if ARGV[3] ~= '-1' then
	local page = redis.call('XPENDING', stream, group, 'IDLE', ARGV[3], ARGV[4], '+', 100, me)
	for _, p in ipairs(page) do
		if not redis.call('ZSCORE', retry, p[1]) then
			others[#others + 1] = p[1]
			others[#others + 1] = p[4]
		end
	end
	if #page == 100 then from = '(' .. page[100][1] end
end
return {lost, others, from}
