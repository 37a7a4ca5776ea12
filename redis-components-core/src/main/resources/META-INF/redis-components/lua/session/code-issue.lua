-- Replaces a code with a new one, once per operation, unless the resend interval has not passed.
-- KEYS[1] code (hash: code, ends, left, next)     KEYS[2] operation (string: when the code ends)
-- both in the slot of the code's purpose and subject
-- ARGV[1] digest of the code          ARGV[2] ttl in milliseconds       ARGV[3] number of attempts
-- ARGV[4] milliseconds until the next code may be issued                     ARGV[5] milliseconds the operation is remembered
-- Reply: {1, end} issued, {0, milliseconds} to wait.  O(1).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local done = redis.call('GET', KEYS[2])
if done then return {1, tonumber(done)} end
local from = tonumber(redis.call('HGET', KEYS[1], 'next') or 0)
if from > now then return {0, from - now} end

local till = now + ARGV[2]
local last = math.max(till, now + ARGV[4])
-- A missing right must fail before the first write.
redis.call('PEXPIREAT', KEYS[1], last)
redis.call('SET', KEYS[2], till, 'XX', 'PX', ARGV[5])
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'code', ARGV[1], 'ends', till, 'left', ARGV[3], 'next', now + ARGV[4])
redis.call('PEXPIREAT', KEYS[1], last)
redis.call('SET', KEYS[2], till, 'PX', ARGV[5])
return {1, till}
