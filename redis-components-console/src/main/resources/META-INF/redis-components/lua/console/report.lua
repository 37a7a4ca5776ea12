-- Reports a process to the console, and elects the process that merges all reports.
-- KEYS[1] processes (hash of reports)             KEYS[2] when each was seen (sorted set of milliseconds)
-- KEYS[3] watch (string while the console is looked at)    KEYS[4] id of the collector (string)    KEYS[5] merged reports (string)
-- ARGV[1] id of the process                       ARGV[2] its report
-- ARGV[3] '1' if the console is looked at in the process, '0' if not, '-1' if the process ends
-- ARGV[4] for how many milliseconds watch and merged reports are kept      ARGV[5] for how many the collector is
-- ARGV[6] after how many milliseconds of silence a process is removed      ARGV[7] merged reports, '' if the process made none
-- Reply: {0 or 1 watched, 0 or 1 the process is the collector, now, number of processes, merged reports or ''};
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
	return {0, 0, at, 0, ''}
end

local silent = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now - ARGV[6]), 'LIMIT', 0, 1000)
if #silent > 0 then
	redis.call('HDEL', KEYS[1], unpack(silent))
	redis.call('ZREM', KEYS[2], unpack(silent))
end
redis.call('HSET', KEYS[1], id, ARGV[2])
redis.call('ZADD', KEYS[2], at, id)
redis.call('PEXPIRE', KEYS[1], 4 * ARGV[6])
redis.call('PEXPIRE', KEYS[2], 4 * ARGV[6])
if looked == '1' then
	redis.call('SET', KEYS[3], '1', 'PX', ARGV[4])
	watched = '1'
end
local collects = watched and (not collector or collector == id)
if collects then
	redis.call('SET', KEYS[4], id, 'PX', ARGV[5])
	if ARGV[7] ~= '' then redis.call('SET', KEYS[5], ARGV[7], 'PX', ARGV[4]) end
end

local reply = {watched and 1 or 0, collects and 1 or 0, at, redis.call('ZCARD', KEYS[2]), ''}
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
