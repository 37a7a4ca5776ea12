-- Acknowledges entries that are still leased to the caller, by consumer and number of deliveries. Remembers them, so that
-- a repetition after a lost reply is distinguished from an entry that another consumer settled.
-- KEYS[1] stream                  KEYS[2] retry (sorted set: entry by next attempt)
-- KEYS[3] trace (hash: lines by entry)
-- KEYS[4] settled (hash: by consumer the entries of its last acknowledgements, each as id:deliveries between blanks, and
-- by consumer and ! those that it made dead letters last)      all in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] consumer                ARGV[3] 1 to delete them
-- ARGV[4] entries to keep remembering, because the caller does not know their outcome, in the same form
-- ARGV[5] and on: id and number of deliveries of each, ascending ids, 500 entries at most
-- Reply: for each 1 acknowledged, now or before by the caller, 0 another consumer's or given back, 2 not pending, 3 made a
-- dead letter before by the caller.  O(n log N).
local stream, retry, group, me = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
local n = (#ARGV - 4) / 2
local mine = {}
if n > 3 then
	for _, p in ipairs(redis.call('XPENDING', stream, group, ARGV[5], ARGV[#ARGV - 1], n * 2 + 50, me)) do
		mine[p[1]] = p[4]
	end
end
local retries = redis.call('ZCARD', retry) > 0
local before = redis.call('HGET', KEYS[4], me) or ''
local known
local result, done, settled = {}, {}, {}

local function is_known(entry)
	if not known then
		known = {}
		for each in string.gmatch(before, '%S+') do known[each] = true end
	end
	return known[entry]
end

for i = 5, #ARGV, 2 do
	local id, count = ARGV[i], mine[ARGV[i]]
	local entry = id .. ':' .. ARGV[i + 1]
	local code = 0
	if not count then
		local p = redis.call('XPENDING', stream, group, id, id, 1)[1]
		if not p then
			code = 2
			if is_known(entry) then
				code = 1
				settled[#settled + 1] = entry
			elseif string.find(redis.call('HGET', KEYS[4], me .. '!') or '', ' ' .. entry .. ' ', 1, true) then
				code = 3
			end
		elseif p[2] == me then
			count = p[4]
		end
	end
	if count == tonumber(ARGV[i + 1]) and not (retries and redis.call('ZSCORE', retry, id)) then
		code = 1
		done[#done + 1] = id
		settled[#settled + 1] = entry
	end
	result[#result + 1] = code
end
if #done > 0 then
	for entry in string.gmatch(ARGV[4], '%S+') do
		if is_known(entry) then settled[#settled + 1] = entry end
	end
	-- In this order: a command that needs no memory comes first, see lock/release.lua, and where a right was taken away,
	-- the entries are pending until the next call goes on.
	redis.call('HDEL', KEYS[3], unpack(done))
	if ARGV[3] == '1' then redis.call('XDEL', stream, unpack(done)) end
	redis.call('HSET', KEYS[4], me, ' ' .. table.concat(settled, ' ') .. ' ')
	-- Expires, because the consumer may never call again.
	local refused = redis.pcall('PEXPIRE', KEYS[4], 86400000)
	if type(refused) == 'table' then
		redis.call('HDEL', KEYS[4], me)
		if before ~= '' then redis.call('HSET', KEYS[4], me, before) end
		return refused
	end
	redis.call('XACK', stream, group, unpack(done))
end
return result
