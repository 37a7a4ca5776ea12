-- Moves an entry that is still the caller's to the dead letters.
-- KEYS[1] stream                  KEYS[2] dead (stream)
-- KEYS[3] retry (sorted set)      KEYS[4] trace (hash)            all in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] consumer                ARGV[3] 1 to delete it
-- ARGV[4] id                      ARGV[5] number of deliveries    ARGV[6] error
-- Reply: 1 moved, 0 somebody else's or given back, 2 not pending.  O(log N).
local stream, dead, group, id = KEYS[1], KEYS[2], ARGV[1], ARGV[4]
local p = redis.call('XPENDING', stream, group, id, id, 1)[1]
if not p then return 2 end
if p[2] ~= ARGV[2] or p[4] ~= tonumber(ARGV[5]) or redis.call('ZSCORE', KEYS[3], id) then return 0 end
redis.call('XLEN', dead)
local trace = redis.call('HGET', KEYS[4], id)
local entry = redis.call('XRANGE', stream, id, id)[1]
if entry then
	local fields = entry[2]
	for _, f in ipairs({'~id', id, '~deliveries', ARGV[5], '~group', group, '~consumer', ARGV[2], '~error', ARGV[6]}) do
		fields[#fields + 1] = f
	end
	if trace then
		fields[#fields + 1] = '~trace'
		fields[#fields + 1] = trace
	end
	redis.call('XADD', dead, '*', unpack(fields))
end
redis.call('XACK', stream, group, id)
if ARGV[3] == '1' then redis.call('XDEL', stream, id) end
if trace then redis.call('HDEL', KEYS[4], id) end
return 1
