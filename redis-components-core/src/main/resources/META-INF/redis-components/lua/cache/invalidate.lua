-- Removes a value, voids the lease of a load under way, and keeps later loads from being stored for a while. Tells local
-- levels, or else a load under way if there is one.
-- KEYS[1] value (string)   KEYS[2] lease (hash: t the owner's token, f the server's time in ms until which no load is
-- stored)   both in the slot of the entry
-- ARGV[1] channel   ARGV[2] message to a load under way   ARGV[3] message to local levels, or empty if there are none
-- ARGV[4] ms for which no load is stored, 0 for none; a longer time that is running stays
-- Reply: 1 if there was a value, else 0; {that, error} if the announcement was refused.  O(1), freeing the memory apart.
local lease = redis.pcall('HMGET', KEYS[2], 't', 'f')
-- What is refused is no content of a wrong type.
if lease.err and not string.find(lease.err, 'WRONGTYPE', 1, true) then return lease end
local removed = redis.call('UNLINK', KEYS[1])
local loading = lease.err or lease[1]
local fence = tonumber(ARGV[4])
local now = 0
if fence > 0 or lease[2] then
	local time = redis.call('TIME')
	now = time[1] * 1000 + math.floor(time[2] / 1000)
	-- A time that is none, or lies beyond the end of the key, was not written by this script. The clock goes on while it
	-- runs, and it may be held up between TIME and PTTL.
	local left = tonumber(lease[2] or '')
	left = left and left - now or 0
	if left > fence and left <= redis.call('PTTL', KEYS[2]) + 1000 then fence = left end
end
redis.call('DEL', KEYS[2])
if fence > 0 then
	redis.call('HSET', KEYS[2], 'f', string.format('%.0f', now + fence))
	local failed = redis.pcall('PEXPIRE', KEYS[2], string.format('%.0f', fence))
	if type(failed) == 'table' then
		-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
		redis.call('DEL', KEYS[2])
		return failed
	end
end
if loading or ARGV[3] ~= '' then
	local refused = redis.pcall('PUBLISH', ARGV[1], ARGV[3] ~= '' and ARGV[3] or ARGV[2])
	if type(refused) == 'table' then return {removed, refused} end
end
return removed
