-- Grants the lease to load a missing value to one of the processes that miss it.
-- KEYS[1] value (string)   KEYS[2] lease (hash: t the owner's token, w a process waits, f the server's time in ms until
-- which no load is stored)   both in the slot of the entry
-- ARGV[1] token   ARGV[2] lease in ms   ARGV[3] the first bytes of a value that the caller cannot use, or empty
-- ARGV[4] 1 if the caller waits while another process loads, 0 if not
-- Reply: {1, 0} the caller loads, {2, value} there is another value, {0, remaining ms of the lease} another process loads,
-- {3, remaining ms} the caller loads and does not store, because the key was invalidated a moment ago.
-- Repeating it with the same token changes nothing. Content of a wrong type counts as missing.  O(1).
-- What is refused is no content of a wrong type.
local function refused(reply)
  return type(reply) == 'table' and reply.err and not string.find(reply.err, 'WRONGTYPE', 1, true)
end
local value = redis.pcall('GET', KEYS[1])
if refused(value) then return value end
if type(value) == 'string' and #value >= 26 and (ARGV[3] == '' or string.sub(value, 1, #ARGV[3]) ~= ARGV[3]) then
  return {2, value}
end
local lease = redis.pcall('HMGET', KEYS[2], 't', 'f')
if refused(lease) then return lease end
if lease.err then
  redis.call('DEL', KEYS[2])
  lease = {false, false}
end
local owner = lease[1]
local fence = tonumber(lease[2] or '')
if fence then
  local time = redis.call('TIME')
  local left = math.min(fence - (time[1] * 1000 + math.floor(time[2] / 1000)), redis.call('PTTL', KEYS[2]))
  if left > 0 then return {3, left} end
end
if owner and owner ~= ARGV[1] then
  local left = redis.call('PTTL', KEYS[2])
  if left > 0 then
    if ARGV[4] == '1' then redis.call('HSET', KEYS[2], 'w', '1') end
    return {0, left}
  end
end
redis.call('HSET', KEYS[2], 't', ARGV[1])
local failed = redis.pcall('PEXPIRE', KEYS[2], ARGV[2])
if type(failed) == 'table' then
  -- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
  redis.call('DEL', KEYS[2])
  return failed
end
return {1, 0}
