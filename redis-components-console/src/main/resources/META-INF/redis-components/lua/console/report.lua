-- Reports a process to the console, and elects the process that merges all reports.
-- KEYS[1] processes (hash of reports)             KEYS[2] when each was seen (sorted set of milliseconds)
-- KEYS[3] watch (id of the process in which the console was looked at last)    KEYS[4] id of the collector (string)    KEYS[5] merged reports (string)
-- ARGV[1] id of the process                       ARGV[2] its report
-- ARGV[3] '1' if the console is looked at in the process, '0' if not, '-1' if the process ends
-- ARGV[4] for how many milliseconds watch and merged reports are kept      ARGV[5] for how many the collector is, '0' if the process cannot merge
-- ARGV[6] after how many milliseconds of silence a process is removed      ARGV[7] merged reports, '' if the process made none
-- Reply: {0 or 1 watched, 0 or 1 the process is the collector, now, number of processes, merged reports or '',
-- 0 or 1 the collector is told that the console is looked at in another process};
-- to the collector with id, time and report of each process in turns.  O(processes).
local id, looked = ARGV[1], ARGV[3]
local known, seen = redis.call('HLEN', KEYS[1]), redis.call('ZCARD', KEYS[2])
local watched = redis.call('GET', KEYS[3])
local collector, merged = redis.call('GET', KEYS[4]), redis.call('GET', KEYS[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = string.format('%.0f', now)

if looked == '-1' then
	redis.call('HDEL', KEYS[1], id)
	redis.call('ZREM', KEYS[2], id)
	if collector == id then redis.call('DEL', KEYS[4]) end
	return {0, 0, at, 0, '', 0}
end

local function remove(from, to)
	local gone = redis.call('ZRANGEBYSCORE', KEYS[2], from, to, 'LIMIT', 0, 1000)
	if #gone > 0 then
		redis.call('HDEL', KEYS[1], unpack(gone))
		redis.call('ZREM', KEYS[2], unpack(gone))
	end
end
remove('-inf', string.format('%.0f', now - ARGV[6]))
-- Seen by a clock that was ahead of the present one; a process that lives reports again.
remove(string.format('(%.0f', now + ARGV[6]), '+inf')
redis.call('HSET', KEYS[1], id, ARGV[2])
redis.call('ZADD', KEYS[2], at, id)
redis.call('PEXPIRE', KEYS[1], 4 * ARGV[6])
redis.call('PEXPIRE', KEYS[2], 4 * ARGV[6])
local others = watched and watched ~= id
if looked == '1' then
	redis.call('SET', KEYS[3], id, 'PX', ARGV[4])
	watched = id
end
if ARGV[5] == '0' and collector == id then redis.call('DEL', KEYS[4]) end
local collects = watched and ARGV[5] ~= '0' and (not collector or collector == id)
if collects then
	redis.call('SET', KEYS[4], id, 'PX', ARGV[5])
	if ARGV[7] ~= '' then redis.call('SET', KEYS[5], ARGV[7], 'PX', ARGV[4]) end
end

local reply = {watched and 1 or 0, collects and 1 or 0, at, redis.call('ZCARD', KEYS[2]), '',
	collects and others and 1 or 0}
if collects then
	local reports = redis.call('HGETALL', KEYS[1])
	for i = 1, #reports, 2 do
		local last = redis.call('ZSCORE', KEYS[2], reports[i])
		if last then
			reply[#reply + 1] = reports[i]
			reply[#reply + 1] = last
			reply[#reply + 1] = reports[i + 1]
		else
			-- What is left of a set that was evicted.
			redis.call('HDEL', KEYS[1], reports[i])
		end
	end
elseif looked == '1' then
	reply[5] = merged or ''
end
return reply
