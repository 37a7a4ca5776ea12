-- Moves an entry that is still leased to the caller to the dead letters, and drops the oldest of these beyond the maximum.
-- KEYS[1] stream                  KEYS[2] dead (stream)
-- KEYS[3] retry (sorted set)      KEYS[4] trace (hash)
-- KEYS[5] dropped (string: how many dead letters were dropped)
-- KEYS[6] settled (hash), see ack.lua
-- KEYS[7] unread (sorted set), see unread.lua                     all in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] consumer                ARGV[3] 1 to delete it
-- ARGV[4] id                      ARGV[5] number of deliveries    ARGV[6] error
-- ARGV[7] how many dead letters to keep, 0 for any number
-- ARGV[8] line for the trace, empty for none      ARGV[9] for how many milliseconds the caller had it
-- Reply: {1 moved, now or before by the caller, 0 another consumer's or given back, 2 not pending, 3 acknowledged before by
-- the caller; how many dead letters were dropped}.
-- O(log N), and the number of those that are dropped.
local stream, dead, group, id, keep = KEYS[1], KEYS[2], ARGV[1], ARGV[4], tonumber(ARGV[7])
local p = redis.call('XPENDING', stream, group, id, id, 1)[1]
local token = ' ' .. id .. ':' .. ARGV[5] .. ' '
local buried = redis.call('HGET', KEYS[6], ARGV[2] .. '!') or ''
if not p then
	if string.find(buried, token, 1, true) then return {1, 0} end
	if string.find(redis.call('HGET', KEYS[6], ARGV[2]) or '', token, 1, true) then return {3, 0} end
	return {2, 0}
end
if p[2] ~= ARGV[2] or p[4] ~= tonumber(ARGV[5]) or redis.call('ZSCORE', KEYS[3], id) then return {0, 0} end
redis.call('XLEN', dead)
redis.call('GET', KEYS[5])
redis.call('ZCARD', KEYS[7])
local lines = redis.call('HGET', KEYS[4], id)
local entry = redis.call('XRANGE', stream, id, id)[1]
local dropped = 0
-- First what needs no memory, see lock/release.lua. A missing right must fail before there is a dead letter: a repetition
-- would make another one.
redis.call('ZREM', KEYS[7], id)
redis.call('XACK', stream, group, '0-1')
if ARGV[3] == '1' then redis.call('XDEL', stream, '0-1') end
redis.call('HDEL', KEYS[4], '')
-- The newest ones are sufficient to recognize a repetition.
if #buried > 1000 then buried = string.match(buried, ' .*', #buried - 500) or '' end
redis.call('HSET', KEYS[6], ARGV[2] .. '!', buried .. token)
local refused = redis.pcall('PEXPIRE', KEYS[6], 86400000)
if type(refused) == 'table' then
	redis.call('HDEL', KEYS[6], ARGV[2] .. '!')
	if buried ~= '' then redis.call('HSET', KEYS[6], ARGV[2] .. '!', buried) end
	return refused
end
if entry then
	local fields, before = {}, string.match(id, '^%d+') .. ' enqueued'
	-- A command takes no more arguments.
	for f = 1, math.min(#entry[2], 6000), 2 do
		if entry[2][f] == '~t' then
			before = entry[2][f + 1]
		else
			fields[#fields + 1] = entry[2][f]
			fields[#fields + 1] = entry[2][f + 1]
		end
	end
	for _, f in ipairs({'~id', id, '~deliveries', ARGV[5], '~group', group, '~consumer', ARGV[2], '~error', ARGV[6]}) do
		fields[#fields + 1] = f
	end
	if ARGV[8] ~= '' then
		local time = redis.call('TIME')
		local now = time[1] * 1000 + math.floor(time[2] / 1000)
		fields[#fields + 1] = '~trace'
		fields[#fields + 1] = before .. '\n' .. (lines and lines .. '\n' or '')
			.. (now - ARGV[9]) .. ' delivered to ' .. ARGV[2] .. ', attempt ' .. ARGV[5] .. '\n' .. now .. ' ' .. ARGV[8]
	end
	redis.call('XADD', dead, '*', unpack(fields))
end
redis.call('XACK', stream, group, id)
if ARGV[3] == '1' then redis.call('XDEL', stream, id) end
redis.call('HDEL', KEYS[4], id)
if entry and keep > 0 then
	dropped = redis.call('XTRIM', dead, 'MAXLEN', keep)
	if dropped > 0 then redis.call('INCRBY', KEYS[5], dropped) end
end
return {1, dropped}
