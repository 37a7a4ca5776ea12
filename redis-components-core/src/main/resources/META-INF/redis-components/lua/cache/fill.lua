-- Stores a value: a loaded one if its lease is still in force, or a given one whatever is being loaded.
-- KEYS[1] value (string)   KEYS[2] lease (hash: t the owner's token, w a process waits)   both in the slot of the entry
-- ARGV[1] token, or empty for a value that was given   ARGV[2] what stands before the time of expiry   ARGV[3] and after it
-- ARGV[4] ms until the value is stale   ARGV[5] ms from then until it is gone   ARGV[6] channel   ARGV[7] message
-- Reply: 1 stored, 0 refused; {1, error} if the announcement was refused. Repeating a fill answers 0 and changes nothing.  O(length of the value).
local lease = redis.pcall('HMGET', KEYS[2], 't', 'w')
local owner = lease[1]
local given = ARGV[1] == ''
if not given and owner ~= ARGV[1] then return 0 end
local time = redis.call('TIME')
local stale = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[4]
redis.call('SET', KEYS[1], ARGV[2] .. struct.pack('>I8', stale) .. ARGV[3], 'PX', ARGV[4] + ARGV[5])
redis.call('DEL', KEYS[2])
if (given and owner) or (not given and lease[2]) then
	local refused = redis.pcall('PUBLISH', ARGV[6], ARGV[7])
	if type(refused) == 'table' then return {1, refused} end
end
return 1
