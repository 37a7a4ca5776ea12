-- Begins the visibility of entries anew that are still the caller's, and finds what is pending on the caller without
-- its knowledge, because the reply that delivered it was lost.
-- KEYS[1] stream                  KEYS[2] retry (sorted set: entry by next attempt)
-- ARGV[1] group                   ARGV[2] consumer
-- ARGV[3] milliseconds after which what was not extended is told
-- ARGV[4] and on: id and number of deliveries of each, ascending ids
-- Reply: {ids that are not the caller's any more, {id, number of deliveries, ...} pending on the caller}.
-- O(n log N), and the number of the group's pending entries.
local stream, retry, group, me = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
local lost, kept = {}, {}
for i = 4, #ARGV, 2 do
	local id = ARGV[i]
	local p = redis.call('XPENDING', stream, group, id, id, 1)[1]
	if p and p[2] == me and p[4] == tonumber(ARGV[i + 1]) then
		kept[#kept + 1] = id
	else
		lost[#lost + 1] = id
	end
end
for from = 1, #kept, 1000 do
	local args = {unpack(kept, from, math.min(from + 999, #kept))}
	args[#args + 1] = 'JUSTID'
	redis.call('XCLAIM', stream, group, me, 0, unpack(args))
end
local others = {}
for _, p in ipairs(redis.call('XPENDING', stream, group, 'IDLE', ARGV[3], '-', '+', 100, me)) do
	if not redis.call('ZSCORE', retry, p[1]) then
		others[#others + 1] = p[1]
		others[#others + 1] = p[4]
	end
end
return {lost, others}
