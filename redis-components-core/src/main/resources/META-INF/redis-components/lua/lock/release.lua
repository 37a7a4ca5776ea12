-- Releases a lock and wakes the client that has waited longest, unless an earlier one was woken and has not called yet.
-- If no other client waits, the lock can pass to the next lease of the same client immediately.
-- KEYS[1] the lock (hash, see acquire.lua)
-- ARGV[1] lease id, or empty to revoke the lease of any holder   ARGV[2] prefix of the clients' channels
-- ARGV[3], [4], [5] the next lease id of the same client, its lease in ms, time to live of the key in ms; or absent
-- ARGV[3] of a revocation: the last token whose lease is revoked, so that a repetition takes nothing from the next holder
-- Reply: 1 if this lease id held the lock or made the last release, or if a lease was revoked; the fencing token if the
-- next lease holds the lock now (the same token if it held it before); else 0. {1, error} if the PUBLISH was refused.
-- O(waiting clients).
local v = redis.call('HMGET', KEYS[1], 'o', 'd', 'w', 'f')
local ends = v[2] and tonumber(v[2]) or 0
local released = ''
-- Without waiters, the usual case, the time is not needed.
local t, now = nil, 0
if v[3] or #ARGV > 2 or ARGV[1] == '' then
	t = redis.call('TIME')
	now = t[1] * 1000 + math.floor(t[2] / 1000)
end
if ARGV[1] == '' then
	if ends <= now or tonumber(v[4]) > tonumber(ARGV[3]) then
		return 0
	end
elseif v[1] ~= ARGV[1] then
	return (v[1] == ARGV[3] and ends > now) and tonumber(v[4]) or 0
elseif ends == 0 then
	return 1
else
	released = ARGV[1]
end
local me = #ARGV > 3 and string.match(ARGV[3], '^[^.]+')
local waiting, coming, woken = {}, false, nil
for mark, client, till in string.gmatch(v[3] or '', '(!?)([^! ]+) (%d+)') do
	if tonumber(till) > now and client ~= me then
		if mark == '!' then
			coming = true
		elseif not coming and not woken then
			-- If it has not called within 200 ms, the next release wakes another client.
			woken, mark, till = client, '!', string.format('%.0f', now + 200)
		end
		waiting[#waiting + 1] = mark .. client .. ' ' .. till
	end
end
-- Needs no memory, and with it the script has written: only before that a full server refuses commands that may need some.
redis.call('HDEL', KEYS[1], 'w')
if me and #waiting == 0 then
	local micros = t[1] * 1000000 + t[2]
	if tonumber(v[4]) >= micros then
		micros = v[4] + 1
	end
	redis.call('PEXPIRE', KEYS[1], ARGV[5])
	redis.call('HSET', KEYS[1], 'o', ARGV[3], 'f', string.format('%.0f', micros), 'd',
		string.format('%.0f', now + ARGV[4]))
	return micros
end
-- o identifies a repetition of this release. It is empty after a revocation, so that a release by the revoked holder
-- replies 0.
redis.call('HSET', KEYS[1], 'o', released, 'd', '0')
if v[3] then
	if #waiting > 0 then
		redis.call('HSET', KEYS[1], 'w', table.concat(waiting, ' '))
	end
	if woken then
		local refused = redis.pcall('PUBLISH', ARGV[2] .. woken, KEYS[1])
		if type(refused) == 'table' then return {1, refused} end
	end
end
return 1
