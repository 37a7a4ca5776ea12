-- Removes a group of consumers with its unacknowledged messages.
-- KEYS[1] stream                  KEYS[2] and on: keys of the group besides the stream
--                                 all in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] -1, or for how many milliseconds it must have had no consumer, and a message
-- without an acknowledgement
-- Reply: 1 removed, 0 there is no such group, 2 it is in use.  O(pending entries and consumers of the group).
local stream, group, ttl = KEYS[1], ARGV[1], tonumber(ARGV[2])
if redis.call('EXISTS', stream) == 0 then return 0 end
local last
for _, info in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
	local g = {}
	for f = 1, #info, 2 do g[info[f]] = info[f + 1] end
	if g['name'] == group then last = g['last-delivered-id'] end
end
if not last then return 0 end
if ttl >= 0 then
	for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', stream, group)) do
		for f = 1, #consumer, 2 do
			if consumer[f] == 'idle' and consumer[f + 1] < ttl then return 2 end
		end
	end
	local oldest = redis.call('XPENDING', stream, group)[2]
		or (redis.call('XRANGE', stream, '(' .. last, '+', 'COUNT', 1)[1] or {})[1]
	local time = redis.call('TIME')
	local now = time[1] * 1000 + math.floor(time[2] / 1000)
	if not oldest or now - tonumber(string.match(oldest, '^%d+')) < ttl then return 2 end
end
-- In this order: where a right was taken away, the next call goes on.
redis.call('UNLINK', unpack(KEYS, 2, #KEYS))
redis.call('XGROUP', 'DESTROY', stream, group)
return 1
