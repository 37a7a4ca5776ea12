-- Removes every message of a queue, also those that consumers have, for all groups, and frees their ids. Groups and dead
-- letters stay.
-- KEYS[1] stream                  KEYS[2] ids (hash)              KEYS[3] windows (sorted set), see publish.lua
-- KEYS[4] and on: keys of each group besides the stream          all in the slot of the queue's tag
-- ARGV[1] and on: those groups
-- Reply: how many there were, -1 if there is a group that is not among them.  O(n).
local stream = KEYS[1]
local exists = redis.call('EXISTS', stream) == 1
local groups, known = {}, {}
for i = 1, #ARGV do known[ARGV[i]] = true end
for _, info in ipairs(exists and redis.call('XINFO', 'GROUPS', stream) or {}) do
	for f = 1, #info, 2 do
		if info[f] == 'name' then
			groups[#groups + 1] = info[f + 1]
			if not known[info[f + 1]] then return -1 end
		end
	end
end
local n = redis.call('XLEN', stream)
-- A call takes no more arguments than Lua's stack has room for.
for first = 2, #KEYS, 1000 do
	redis.call('UNLINK', unpack(KEYS, first, math.min(first + 999, #KEYS)))
end
for _, group in ipairs(groups) do
	local page
	repeat
		page = redis.call('XPENDING', stream, group, '-', '+', 1000)
		for i = 1, #page do page[i] = page[i][1] end
		if #page > 0 then redis.call('XACK', stream, group, unpack(page)) end
	until #page < 1000
	-- Otherwise servers that count the lag would count what is gone.
	redis.call('XGROUP', 'SETID', stream, group, '$')
end
if exists then redis.call('XTRIM', stream, 'MAXLEN', 0) end
return n
