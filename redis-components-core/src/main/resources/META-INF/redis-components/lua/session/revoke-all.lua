-- Ends all sessions of a user, or all but one, and invalidates all earlier login marks.
-- KEYS[1] ends (sorted set: session id by milliseconds)     KEYS[2] sessions (hash: packed session by id)
-- KEYS[3] when all were revoked (string: microseconds)      all in the slot of the user's tag
-- ARGV[1] id of the session to keep, or empty               ARGV[2] milliseconds for which a login mark is valid
-- Reply: number of ended sessions, or -1 if the session to keep does not exist; nothing was changed then.  O(n).
local ends, sessions, keep = KEYS[1], KEYS[2], ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local before = tonumber(redis.call('GET', KEYS[3]) or 0)
local ended = redis.call('ZCOUNT', ends, '(' .. now, '+inf')
local till = tonumber(redis.call('ZSCORE', ends, keep) or 0)
local packed = redis.call('HGET', sessions, keep)
local kept = packed and till > now
-- The session to keep must exist: a client that has a user's name can forge a token of that user.
if keep ~= '' and not kept then return -1 end

-- No session: first what needs no memory, see lock/release.lua.
redis.call('ZREM', ends, '')
redis.call('SET', KEYS[3], string.format('%.0f', math.max(before + 1, time[1] * 1000000 + time[2])), 'PX', ARGV[2])
if kept then
	-- These change nothing: a missing right must fail before the session to keep is gone.
	redis.call('PEXPIREAT', KEYS[3], now + ARGV[2])
	redis.call('ZADD', ends, till, keep)
	redis.call('HSET', sessions, keep, packed)
end
redis.call('UNLINK', ends, sessions)
if kept then
	ended = ended - 1
	redis.call('ZADD', ends, till, keep)
	redis.call('HSET', sessions, keep, packed)
	redis.call('PEXPIREAT', ends, till)
	redis.call('PEXPIREAT', sessions, till)
end
return ended
