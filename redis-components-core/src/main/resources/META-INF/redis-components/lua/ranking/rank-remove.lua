-- Removes a member from windows of a ranked set.
-- KEYS[1], KEYS[2] and each further pair: ranking (sorted set) and members (hash) of a window, all in one slot
-- ARGV[1] member
-- Reply: from how many windows it was removed; or -n, and nothing was changed, if one of the keys of window n is lost, see
-- rank-mend.lua.  O(log N) for each window.
local removed = 0
for i = 1, #KEYS, 2 do
	if redis.call('ZCARD', KEYS[i]) ~= math.max(redis.call('HLEN', KEYS[i + 1]) - 1, 0) then return -(i + 1) / 2 end
end
for i = 1, #KEYS, 2 do
	local place = redis.call('HGET', KEYS[i + 1], ARGV[1])
	if place then
		removed = removed + redis.call('ZREM', KEYS[i], place .. ARGV[1])
		redis.call('HDEL', KEYS[i + 1], ARGV[1])
		-- Without members the number of turns means nothing.
		if redis.call('EXISTS', KEYS[i]) == 0 then redis.call('UNLINK', KEYS[i + 1]) end
	end
end
return removed
