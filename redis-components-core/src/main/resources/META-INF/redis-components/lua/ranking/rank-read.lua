-- Reads a part of a ranking, from a place on or around a member.
-- KEYS[1] ranking (sorted set)            KEYS[2] members (hash)          both in the slot of the ranked set
-- ARGV[1] when the window begins and ARGV[2] ends, in milliseconds        ARGV[3] member, or empty for a place
-- ARGV[4] the first place, from 0         ARGV[5] how many; around a member: how many on each side
-- ARGV[6] 1 if the highest is first, -1 if the lowest
-- Reply: {0, now} it is time for another window, {3} ordered the other way, {4} a key is lost, or {1, size, first place, how many have
-- a better score than the first, then eight bytes with a member and its score as it is stored, by turns}.  O(log N + n).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[1]) or now >= tonumber(ARGV[2]) then return {0, now} end
if tonumber(redis.call('HGET', KEYS[2], '') or 0) * tonumber(ARGV[6]) < 0 then return {3} end
if redis.call('ZCARD', KEYS[1]) ~= math.max(redis.call('HLEN', KEYS[2]) - 1, 0) then return {4} end

local first, last = tonumber(ARGV[4]), tonumber(ARGV[4]) + ARGV[5] - 1
local reply = {1, redis.call('ZCARD', KEYS[1]), first, 0}
if ARGV[3] ~= '' then
	local place = redis.call('HGET', KEYS[2], ARGV[3])
	local index = place and redis.call('ZRANK', KEYS[1], place .. ARGV[3])
	if not index then return reply end
	first, last = math.max(0, index - ARGV[5]), index + ARGV[5]
	reply[3] = first
end
-- To Redis, -1 is the last place.
if last < first then return reply end
local part = redis.call('ZRANGE', KEYS[1], first, last, 'WITHSCORES')
if #part > 0 then reply[4] = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. part[2]) end
for i = 1, #part do reply[4 + i] = part[i] end
return reply
