-- Finds a session, and renews it for its full ttl if too little of that remains.
-- KEYS[1] ends (sorted set: session id by milliseconds)     KEYS[2] sessions (hash: packed session by id)
-- both in the slot of the user's tag
-- ARGV[1] session id                  ARGV[2] thousandths of the ttl below which it is renewed, 0 for never
-- Reply: {1 if renewed else 0, end, user, device, begin, {name, value, ...}}, or {} when there is none.  O(log n).
local ends, id = KEYS[1], ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local till = tonumber(redis.call('ZSCORE', ends, id) or 0)
if till <= now then return {} end
local packed = redis.call('HGET', KEYS[2], id)
if not packed then return {} end

local session = cmsgpack.unpack(packed)
local ttl, latest = session[4], session[5]
local renewed = now + ttl
if latest > 0 then renewed = math.min(renewed, latest) end
local changed = renewed > till and (till - now) * 1000 < ttl * ARGV[2]
if changed then
	till = renewed
	local last = math.max(till, redis.call('ZREVRANGE', ends, 0, 0, 'WITHSCORES')[2])
	-- First: a session must not end with its keys, before its time. They need no memory, and after them a full server refuses
	-- nothing, see lock/release.lua.
	redis.call('PEXPIREAT', ends, last)
	redis.call('PEXPIREAT', KEYS[2], last)
	redis.call('ZADD', ends, till, id)
end
return {changed and 1 or 0, till, session[1], session[2], session[3], session[6]}
