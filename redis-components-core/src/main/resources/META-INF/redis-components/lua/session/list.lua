-- Lists the sessions of a user.
-- KEYS[1] ends (sorted set: session id by milliseconds)     KEYS[2] sessions (hash: packed session by id)
-- both in the slot of the user's tag
-- Reply: {id, end, user, device, begin, {name, value, ...}} for each.  O(n).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local live = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'WITHSCORES')
local ids = {}
for i = 1, #live, 2 do ids[#ids + 1] = live[i] end
if #ids == 0 then return {} end
local found = {}
for i, packed in ipairs(redis.call('HMGET', KEYS[2], unpack(ids))) do
	if packed then
		local session = cmsgpack.unpack(packed)
		found[#found + 1] = {ids[i], tonumber(live[2 * i]), session[1], session[2], session[3], session[6]}
	end
end
return found
