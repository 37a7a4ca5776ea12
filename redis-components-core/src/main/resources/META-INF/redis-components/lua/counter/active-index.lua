-- Adds chunks to the index of a day.
-- KEYS[1] index (set of the numbers of chunks)
-- ARGV[1] when the marks of the day expire, in milliseconds   ARGV[i] from the second on: numbers of chunks
-- Reply: number of added chunks.  O(chunks).
local left = redis.call('PTTL', KEYS[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local new = 0
for i = 2, #ARGV do
	new = new + redis.call('SADD', KEYS[1], ARGV[i])
end
-- Never shortens the expiry, because the index must outlive every chunk.
if left < 0 or now + left < tonumber(ARGV[1]) then
	local refused = redis.pcall('PEXPIREAT', KEYS[1], ARGV[1])
	if type(refused) == 'table' then
		-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
		if left == -2 then redis.call('DEL', KEYS[1]) end
		return refused
	end
end
return new
