-- Writes a value unless a larger fencing token was used before.
-- KEYS[1] the value (hash: t largest token, v value, e end of the value in ms of the server's clock)
-- ARGV[1] token   ARGV[2] set, delete, or raise to change the token only   ARGV[3] value, for set
-- ARGV[4] how long the value lives, in ms   ARGV[5] how much longer its token is kept, in ms
-- Reply: the largest known token; the write took place if it is ARGV[1].  O(1).
local seen = redis.call('HGET', KEYS[1], 't')
if seen and tonumber(seen) > tonumber(ARGV[1]) then
	return tonumber(seen)
end
local keep = tonumber(ARGV[5])
if ARGV[2] == 'set' then
	local t = redis.call('TIME')
	local ends = t[1] * 1000 + math.floor(t[2] / 1000) + ARGV[4]
	redis.call('HSET', KEYS[1], 't', ARGV[1], 'v', ARGV[3], 'e', string.format('%.0f', ends))
	keep = keep + ARGV[4]
else
	redis.call('HSET', KEYS[1], 't', ARGV[1])
	if ARGV[2] == 'delete' then
		redis.call('HDEL', KEYS[1], 'v', 'e')
	else
		keep = math.max(keep, redis.call('PTTL', KEYS[1]))
	end
end
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', keep))
return tonumber(ARGV[1])
