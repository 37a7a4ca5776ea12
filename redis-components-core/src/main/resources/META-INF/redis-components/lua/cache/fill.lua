-- Stores a value: a loaded one if its lease is still in force, or a given one whatever is being loaded.
-- KEYS[1] value (string)   KEYS[2] lease (hash: t the owner's token, w a process waits)   both in the slot of the entry
-- ARGV[1] token, or empty for a value that was given   ARGV[2] what stands before the time of expiry   ARGV[3] and after it
-- ARGV[4] ms until the value is stale   ARGV[5] ms from then until it is gone   ARGV[6] channel
-- ARGV[7] message to what waits or loads   ARGV[8] message to local levels, or empty if there are none: sent when a value
-- is given, or a loaded one takes the place of another one   ARGV[9] the moment of the tags, or empty
-- Reply: 1 stored, 0 refused; {1, error} if an announcement was refused. Repeating a fill answers 0 and changes nothing.  O(length of the value).
-- What is refused is no content of a wrong type.
local function is_refused(reply)
	return type(reply) == 'table' and reply.err and not string.find(reply.err, 'WRONGTYPE', 1, true)
end
local lease = redis.pcall('HMGET', KEYS[2], 't', 'w')
if is_refused(lease) then return lease end
local owner = lease[1]
local given = ARGV[1] == ''
if not given and owner ~= ARGV[1] then return 0 end
local changed = given and ARGV[8] ~= ''
if not given and ARGV[8] ~= '' then
	local old = redis.pcall('GET', KEYS[1])
	if is_refused(old) then return old end
	-- The same value is no news, however often it is loaded: flags, type, tags and payload are compared.
	changed = type(old) == 'string' and
		(string.sub(old, 2, 2) ~= string.sub(ARGV[2], 2, 2) or string.sub(old, 23, -1 - #ARGV[9]) ~= string.sub(ARGV[3], 13))
end
local time = redis.call('TIME')
local stale = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[4]
redis.call('SET', KEYS[1], ARGV[2] .. struct.pack('>I8', stale) .. ARGV[3] .. ARGV[9], 'PX', ARGV[4] + ARGV[5])
redis.call('DEL', KEYS[2])
local refused
if (given and owner and not changed) or (not given and lease[2]) then
	refused = redis.pcall('PUBLISH', ARGV[6], ARGV[7])
end
if changed then
	refused = redis.pcall('PUBLISH', ARGV[6], ARGV[8])
end
if type(refused) == 'table' then return {1, refused} end
return 1
