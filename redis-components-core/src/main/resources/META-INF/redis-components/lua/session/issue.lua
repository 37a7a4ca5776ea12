-- Starts a session, once per id, and removes sessions that have ended, are replaced by it, or exceed the maximum.
-- KEYS[1] ends (sorted set: session id by milliseconds)     KEYS[2] sessions (hash: packed session by id)
-- KEYS[3] when all were revoked (string: microseconds)      all in the slot of the user's tag
-- ARGV[1] session id                  ARGV[2] user                      ARGV[3] device, or empty
-- ARGV[4] ttl in milliseconds         ARGV[5] longest life in milliseconds, or 0
-- ARGV[6] most sessions of the user   ARGV[7] microseconds of a login mark, or 0
-- ARGV[8] milliseconds a login mark holds                   ARGV[9], [10]... name and value of each attribute
-- Reply: {1, begin, end, replaced, displaced}, or {0} when the mark does not hold.  O(n) for n sessions of the user.
local ends, sessions, id = KEYS[1], KEYS[2], ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local mark = tonumber(ARGV[7])
if mark > 0 then
	-- The login mark created the key. Without it the revocations are unknown.
	local revoked = tonumber(redis.call('GET', KEYS[3]))
	if not revoked or revoked >= mark or time[1] * 1000000 + time[2] - mark > ARGV[8] * 1000 then return {0} end
end

local known, before = redis.call('ZSCORE', ends, id), redis.call('HGET', sessions, id)
if known and before then return {1, cmsgpack.unpack(before)[3], tonumber(known), 0, 0} end

local gone, live, till_of = {}, {}, {}
local all = redis.call('ZRANGE', ends, 0, -1, 'WITHSCORES')
for i = 1, #all, 2 do
	local list = tonumber(all[i + 1]) <= now and gone or live
	list[#list + 1] = all[i]
	till_of[all[i]] = tonumber(all[i + 1])
end
local replaced = 0
if #live > 0 then
	local kept = {}
	local packed = redis.call('HMGET', sessions, unpack(live))
	for i, other in ipairs(live) do
		-- Most are of another device, and not unpacked with all their attributes.
		local same = packed[i] and ARGV[3] ~= '' and string.find(packed[i], ARGV[3], 1, true)
			and cmsgpack.unpack(packed[i])[2] == ARGV[3]
		-- A missing session was evicted.
		local list = (same or not packed[i]) and gone or kept
		list[#list + 1] = other
		if same then replaced = replaced + 1 end
	end
	live = kept
end
local displaced = math.max(0, #live + 1 - ARGV[6])
for i = 1, displaced do gone[#gone + 1] = live[i] end

local attributes = {}
for i = 9, #ARGV do attributes[#attributes + 1] = ARGV[i] end
local latest = ARGV[5] == '0' and 0 or now + ARGV[5]
local till = now + ARGV[4]
if latest > 0 then till = math.min(till, latest) end
-- When the last session ends.
local last = till
for i = displaced + 1, #live do last = math.max(last, till_of[live[i]]) end

if #live == displaced then
	redis.call('UNLINK', ends, sessions)
elseif #gone > 0 then
	redis.call('ZREM', ends, unpack(gone))
	redis.call('HDEL', sessions, unpack(gone))
end
redis.call('ZADD', ends, till, id)
local refused = redis.pcall('PEXPIREAT', ends, last)
if type(refused) == 'table' then
	-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
	redis.call('ZREM', ends, id)
	return refused
end
redis.call('HSET', sessions, id, cmsgpack.pack({ARGV[2], ARGV[3], now, tonumber(ARGV[4]), latest, attributes}))
redis.call('PEXPIREAT', sessions, last)
return {1, now, till, replaced, displaced}
