-- Consumes a code, once per operation. A wrong code costs an attempt.
-- KEYS[1] code (hash: code, ends, left, next)     KEYS[2] operation (string: its reply)
-- both in the slot of the code's purpose and subject
-- ARGV[1] digest of the entered code                ARGV[2] milliseconds the operation is remembered
-- Reply: -1 right and consumed, -2 there is no code, else wrong and the number of remaining attempts.  O(1).
local code = KEYS[1]
local done = redis.call('GET', KEYS[2])
if done then return tonumber(done) end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('HMGET', code, 'code', 'ends', 'left', 'next')
if not known[1] or tonumber(known[2]) <= now then return -2 end

local reply = known[1] == ARGV[1] and -1 or known[3] - 1
-- No field: it needs no memory, and after it a full server refuses nothing, see lock/release.lua. A wrong code that is
-- refused would cost no attempt.
redis.call('HDEL', code, '')
-- Not there: a missing right must fail before the code is used up.
redis.call('SET', KEYS[2], reply, 'XX', 'PX', ARGV[2])
if reply > 0 then
	redis.call('HSET', code, 'left', reply)
elseif tonumber(known[4]) > now then
	redis.call('PEXPIREAT', code, known[4])
	-- The remaining fields hold the time of the next issue.
	redis.call('HDEL', code, 'code', 'ends', 'left')
else
	redis.call('DEL', code)
end
redis.call('SET', KEYS[2], reply, 'PX', ARGV[2])
return reply
