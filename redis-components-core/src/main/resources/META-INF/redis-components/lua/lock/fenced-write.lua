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
local ends
if ARGV[2] == 'set' then
	local t = redis.call('TIME')
	ends = t[1] * 1000 + math.floor(t[2] / 1000) + ARGV[4]
	keep = keep + ARGV[4]
elseif ARGV[2] == 'raise' then
	keep = math.max(keep, redis.call('PTTL', KEYS[1]))
else
	-- A missing right must fail before the first write. The field is not there.
	redis.call('HDEL', KEYS[1], '')
end
redis.call('HSET', KEYS[1], 't', ARGV[1])
local refused = redis.pcall('PEXPIRE', KEYS[1], string.format('%.0f', keep))
if type(refused) == 'table' then
	-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever, and the write
	-- that failed would have been made.
	if seen then
		redis.call('HSET', KEYS[1], 't', seen)
	else
		redis.call('HDEL', KEYS[1], 't')
	end
	return refused
end
if ends then
	redis.call('HSET', KEYS[1], 'v', ARGV[3], 'e', string.format('%.0f', ends))
elseif ARGV[2] == 'delete' then
	redis.call('HDEL', KEYS[1], 'v', 'e')
end
return tonumber(ARGV[1])
