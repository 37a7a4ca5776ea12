-- Assigns a fencing token to an acquisition that Redisson has just made, and starts its lease.
-- KEYS[1] the lock (hash of Redisson: holder -> holds, and mode for read-write locks)
-- KEYS[2] state of the name (hash: f last token, k kind)
-- KEYS[3] the time to live of this reader (string of Redisson), or KEYS[1] again for other kinds
-- ARGV[1] holder   ARGV[2] lease in ms   ARGV[3] how long KEYS[2] outlives the lease in ms   ARGV[4] kind
-- ARGV[5] the least token, 0 for any
-- Reply: the fencing token, 0 if the holder does not hold the lock, -1 if the name is known as another kind.  O(1).
local holds = redis.call('HGET', KEYS[1], ARGV[1])
if not holds or redis.call('EXISTS', KEYS[3]) == 0 then
	return 0
end
local v = redis.call('HMGET', KEYS[2], 'f', 'k')
if v[2] and v[2] ~= ARGV[4] then
	return -1
end
local t = redis.call('TIME')
local token = t[1] * 1000000 + t[2]
if v[1] and tonumber(v[1]) >= token then
	token = v[1] + 1
end
token = math.max(token, tonumber(ARGV[5]))
redis.call('HSET', KEYS[2], 'f', string.format('%.0f', token), 'k', ARGV[4])
-- Redisson repeats an acquisition whose reply is lost, and counts each one as a hold.
if holds ~= '1' then
	redis.call('HSET', KEYS[1], ARGV[1], '1')
end
redis.call('PEXPIRE', KEYS[3], ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
	redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
local known = ARGV[2] + ARGV[3]
if redis.call('PTTL', KEYS[2]) < known then
	redis.call('PEXPIRE', KEYS[2], string.format('%.0f', known))
end
return token
