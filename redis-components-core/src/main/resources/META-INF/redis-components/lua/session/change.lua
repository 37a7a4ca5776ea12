-- Sets or removes an attribute of a session.
-- KEYS[1] ends (sorted set: session id by milliseconds)     KEYS[2] sessions (hash: packed session by id)
-- both in the slot of the user's tag
-- ARGV[1] session id                  ARGV[2] name          ARGV[3] set or remove
-- ARGV[4] value                       ARGV[5] most attributes of a session
-- Reply: 1 done, 0 there is no such session, -1 there are too many attributes.  O(attributes).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0) <= now then return 0 end
local packed = redis.call('HGET', KEYS[2], ARGV[1])
if not packed then return 0 end

local session = cmsgpack.unpack(packed)
local kept = {}
for i = 1, #session[6], 2 do
	if session[6][i] ~= ARGV[2] then
		kept[#kept + 1] = session[6][i]
		kept[#kept + 1] = session[6][i + 1]
	end
end
if ARGV[3] == 'set' then
	if #kept >= 2 * ARGV[5] then return -1 end
	kept[#kept + 1] = ARGV[2]
	kept[#kept + 1] = ARGV[4]
end
session[6] = kept
redis.call('HSET', KEYS[2], ARGV[1], cmsgpack.pack(session))
return 1
