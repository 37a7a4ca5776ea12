-- Reads a value that has a fencing token.
-- KEYS[1] the value (hash, see fenced-write.lua)
-- Reply: {value, largest token}, or {} if there is no value.  O(1).
local v = redis.call('HMGET', KEYS[1], 'v', 't', 'e')
if not v[1] then
	return {}
end
local t = redis.call('TIME')
if tonumber(v[3]) <= t[1] * 1000 + math.floor(t[2] / 1000) then
	return {}
end
return {v[1], tonumber(v[2])}
