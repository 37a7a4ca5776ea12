-- Keeps what an instance shares for a while, and returns what all of them share.
-- KEYS[1] shared (hash: time and text by instance)
-- ARGV[1] instance                ARGV[2] its text                ARGV[3] milliseconds for which a text is kept
-- Reply: instance and text of each, one after the other.  O(instances).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now) .. ' ' .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local all, found = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #all, 2 do
	local at, text = string.match(all[i + 1], '^(%d+) (.*)$')
	if at and now - at <= tonumber(ARGV[3]) then
		found[#found + 1] = all[i]
		found[#found + 1] = text
	else
		redis.call('HDEL', KEYS[1], all[i])
	end
end
return found
