-- Returns entries that are still leased to the caller, for delivery after a delay. Entries in back-off belong to the
-- consumer ~retry, so that reading the entries of a consumer skips them. Only an entry that is due immediately and counts
-- as delivered stays with the caller, whose name is in the dead letter.
-- KEYS[1] stream                  KEYS[2] retry (sorted set: entry by next attempt)
-- KEYS[3] trace (hash: lines by entry)            all in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] consumer
-- ARGV[3] 1 if this delivery does not count
-- ARGV[4] and on: id, number of deliveries, delay in milliseconds, line for the trace (empty for none) and for how many
-- milliseconds it was leased to the caller (-1 if unknown) of each
-- Reply: for each 1 returned, 0 leased to another consumer, 2 not pending.  O(n log N).
local RETRY = '~retry'
local stream, retry, trace, group, me = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2]
redis.call('ZCARD', retry)
redis.call('HLEN', trace)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function note(id, lines)
	local before = redis.call('HGET', trace, id)
	lines = (before and before .. '\n' or '') .. lines
	if #lines > 16384 then lines = '...\n' .. (string.match(lines, '\n(.*)', #lines - 12288) or '') end
	-- Changes nothing: without this right a repetition would note the same again.
	redis.call('ZADD', retry, 'XX', 0, '')
	redis.call('HSET', trace, id, lines)
end

local result = {}
for i = 4, #ARGV, 5 do
	local id, count = ARGV[i], tonumber(ARGV[i + 1])
	local p = redis.call('XPENDING', stream, group, id, id, 1)[1]
	local code = 0
	if not p then
		code = 2
	elseif (p[2] == me and p[4] == count) or (p[2] == RETRY and p[4] == (ARGV[3] == '1' and count - 1 or count)) then
		-- There already: this is a repetition. A number of deliveries is given to one delivery only that was begun with.
		local repeated = redis.call('ZSCORE', retry, id)
		if repeated or p[2] == me then code = 1 end
		if not repeated and p[2] == me then
			-- The current millisecond has started; one more, so that the delay is never shorter.
			local delay = tonumber(ARGV[i + 2])
			-- It is not there. A command that needs no memory comes first, see lock/release.lua, and a missing right must fail
			-- before the entry is in back-off: a repetition would leave it as it is.
			redis.call('XCLAIM', stream, group, me, 0, '0-1', 'JUSTID')
			local line, had = ARGV[i + 3], tonumber(ARGV[i + 4])
			if line ~= '' then
				line = now .. ' ' .. line
				note(id, (had >= 0 and (now - had) .. ' delivered to ' .. me .. ', attempt ' .. count .. '\n' or '') .. line)
			end
			redis.call('ZADD', retry, now + delay + (delay > 0 and 1 or 0), id)
			if ARGV[3] == '1' then
				redis.call('XCLAIM', stream, group, RETRY, 0, id, 'RETRYCOUNT', count - 1, 'JUSTID')
			elseif delay > 0 then
				redis.call('XCLAIM', stream, group, RETRY, 0, id, 'JUSTID')
			end
		end
	end
	result[#result + 1] = code
end
return result
