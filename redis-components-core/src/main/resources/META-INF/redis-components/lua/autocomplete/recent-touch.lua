-- Puts texts to the front of a list and drops the oldest beyond its length.
-- KEYS[1] list (sorted set by turn: search form, a zero byte, and the text)
-- ARGV[1] length          ARGV[2] ttl in milliseconds, 0 for none         ARGV[3] and on: texts to add, oldest first
-- Reply: how many are in the list.  O(n log N).
local list = KEYS[1]
local last = tonumber(redis.call('ZREVRANGE', list, 0, 0, 'WITHSCORES')[2] or 0)
for i = 3, #ARGV do
	redis.call('ZADD', list, string.format('%.0f', last + i - 2), ARGV[i])
end
if ARGV[2] == '0' then
	redis.call('PERSIST', list)
else
	local refused = redis.pcall('PEXPIRE', list, ARGV[2])
	if type(refused) == 'table' then
		-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
		if last == 0 then redis.call('UNLINK', list) end
		return refused
	end
end
redis.call('ZREMRANGEBYRANK', list, 0, -1 - ARGV[1])
return redis.call('ZCARD', list)
