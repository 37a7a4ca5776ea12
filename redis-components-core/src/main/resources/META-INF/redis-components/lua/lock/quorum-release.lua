-- Gives one node's vote back.
-- KEYS[1] the lock (hash, see quorum-acquire.lua)
-- ARGV[1] lease id, or empty to take it from whoever has it
-- Reply: 1 if this lease id held the lock here or was the last to release it, or if somebody held it; else 0.  O(1).
local v = redis.call('HMGET', KEYS[1], 'o', 'd')
local ends = v[2] and tonumber(v[2]) or 0
if ARGV[1] == '' then
	local t = redis.call('TIME')
	if ends <= t[1] * 1000 + math.floor(t[2] / 1000) then
		return 0
	end
	-- The holder's own release shall not take this for a repetition of itself.
	redis.call('HSET', KEYS[1], 'o', '', 'd', '0')
	return 1
end
if v[1] ~= ARGV[1] then
	return 0
end
redis.call('HSET', KEYS[1], 'd', '0')
return 1
