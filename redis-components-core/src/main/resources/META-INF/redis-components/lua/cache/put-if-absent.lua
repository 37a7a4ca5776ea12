-- Stores a given value unless there is one, and voids the lease of a load under way.
-- KEYS[1] value (string)   KEYS[2] lease (hash)   both in the slot of the entry
-- ARGV[1] the first bytes of a value that the caller cannot use, or empty
-- ARGV[2] what stands before the time of expiry   ARGV[3] and after it
-- ARGV[4] ms until the value is stale   ARGV[5] ms from then until it is gone   ARGV[6] channel
-- ARGV[7] message to a load under way   ARGV[8] message to local levels, or empty if there are none
-- ARGV[9] the moment of the tags, or empty
-- Reply: {1} stored, {0, value} there is one; {1, error} if the announcement was refused. Repeating it after it stored
-- answers with the value that it stored. Content of a wrong type counts as missing.  O(length of the value).
local value = redis.pcall('GET', KEYS[1])
-- What is refused is no content of a wrong type.
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
if type(value) == 'string' and #value >= 26 and (ARGV[1] == '' or string.sub(value, 1, #ARGV[1]) ~= ARGV[1]) then
  return {0, value}
end
local time = redis.call('TIME')
local stale = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[4]
redis.call('SET', KEYS[1], ARGV[2] .. struct.pack('>I8', stale) .. ARGV[3] .. ARGV[9], 'PX', ARGV[4] + ARGV[5])
if redis.call('DEL', KEYS[2]) == 1 or ARGV[8] ~= '' then
  local refused = redis.pcall('PUBLISH', ARGV[6], ARGV[8] ~= '' and ARGV[8] or ARGV[7])
  if type(refused) == 'table' then return {1, refused} end
end
return {1}
