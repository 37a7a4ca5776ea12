-- Adds, removes or toggles a like, once per operation.
-- KEYS[1] likes (sorted set: user by microseconds)     KEYS[2] operation (string: its outcome)
-- both in the slot of the item
-- ARGV[1] like, unlike or toggle          ARGV[2] user            ARGV[3] milliseconds the operation is remembered
-- Reply: {1 if liked now else 0, count, 1 if changed else 0}.  O(log N).
local likes, user = KEYS[1], ARGV[2]
local done, count = redis.call('GET', KEYS[2]), redis.call('ZCARD', likes)
if done then return {tonumber(done), count, 1} end

local since = redis.call('ZSCORE', likes, user)
local liked = ARGV[1] == 'like' or (ARGV[1] == 'toggle' and not since)
local changed = liked == not since
if changed then
	count = count + (liked and 1 or -1)
	if liked then
		local time = redis.call('TIME')
		local last = redis.call('ZREVRANGE', likes, 0, 0, 'WITHSCORES')[2]
		-- Likes are ordered by time, or by the next free microsecond if the time was used or the clock was set back.
		local at = math.max(time[1] * 1000000 + time[2], (tonumber(last) or 0) + 1)
		redis.call('ZADD', likes, string.format('%.0f', at), user)
	else
		redis.call('ZREM', likes, user)
	end
	local refused = redis.pcall('SET', KEYS[2], liked and '1' or '0', 'PX', ARGV[3])
	if refused.err then
		-- Redis does not roll back where a right was taken away: a repetition would toggle it again.
		if liked then redis.call('ZREM', likes, user) else redis.call('ZADD', likes, since, user) end
		return refused
	end
end
return {liked and 1 or 0, count, changed and 1 or 0}
