-- Appends a message to a chat, once per message id. Notes it as the sender's own, which the sender's unread count leaves out.
-- KEYS[1] messages (stream)                       KEYS[2] members (sorted set: member by position)
-- KEYS[3] meta (hash: seq, tick, op, own:<user>)  KEYS[4] ids (sorted set: message id by number)
-- KEYS[5] own (sorted set: sender and number of messages that their sender has not acknowledged, all with score 0)
-- all in the slot of the chat
-- ARGV[1] sender                  ARGV[2] body                ARGV[3] message id
-- ARGV[4] the most messages       ARGV[5] the most remembered ids
-- ARGV[6] milliseconds for which ids are remembered               ARGV[7] ttl in milliseconds, 0 for none
-- Reply: {0, 0} there is no such chat, {1, seq} sent, {2, seq} was sent before, {3, 0} the sender is no member.
-- O(log n). One message in 16 drops as many, and up to 1,000 after the chat was made smaller.
--- @include messaging/include/step
local stream, members, meta, ids, own = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local most, ttl = tonumber(ARGV[4]), tonumber(ARGV[7])
local last = redis.call('HGET', meta, 'seq')
local member = redis.call('ZSCORE', members, ARGV[1])
local length = redis.call('XLEN', stream)
local known = redis.call('ZSCORE', ids, ARGV[3])
if not last or (not member and redis.call('ZCARD', members) == 0) then return {0, '0'} end
if known then return {2, known} end
if not member then return {3, '0'} end

-- The length keeps a name from being the beginning of another one.
local function prefix(sender)
	return #sender .. ':' .. sender .. ':'
end
-- Own messages that the stream drops are noted in the meta data, so that an acknowledgement can lie between them: {how many
-- come before the runs, the last of those, first number and length of each run ...}. Of more runs than 32 the oldest is
-- only counted.
local MOST, budget = 32, 1000
local function append(runs, n)
	local last = #runs
	local following = last > 2 and runs[last - 1] + runs[last] or runs[2] + 1
	if n < following then
		runs[1], runs[2] = runs[1] + 1, math.max(runs[2], n)
	elseif n == following and last > 2 then
		runs[last] = runs[last] + 1
	else
		runs[last + 1], runs[last + 2] = n, 1
	end
	if #runs > 2 + 2 * MOST then
		runs[1], runs[2] = runs[1] + runs[4], math.max(runs[2], runs[3] + runs[4] - 1)
		table.remove(runs, 3)
		table.remove(runs, 3)
	end
end
local function note(sender, first)
	local mine, field = prefix(sender), 'own:' .. sender
	local position = tonumber(redis.call('ZSCORE', members, sender) or '')
	local to = '(' .. mine .. (position and first or ';')
	local dropped = redis.call('ZRANGEBYLEX', own, '[' .. mine, to, 'LIMIT', 0, budget)
	if #dropped == 0 then return end
	-- What lost keys have left is noted when its sender is seen again.
	budget = budget - #dropped
	redis.call('ZREMRANGEBYLEX', own, '[' .. mine, '[' .. dropped[#dropped])
	-- Of a user who is no member, or read by their sender: what an unfinished call has left, see chat-leave.lua and
	-- chat-ack.lua.
	if not position then return end
	local packed = redis.call('HGET', meta, field)
	local runs = packed and cmsgpack.unpack(packed)
	if type(runs) ~= 'table' then runs = {0, 0} end
	for _, message in ipairs(dropped) do
		local n = tonumber(string.sub(message, #mine + 1))
		if n > position then append(runs, n) end
	end
	if #runs > 2 then redis.call('HSET', meta, field, cmsgpack.pack(runs)) end
end
-- A missing right must fail before the message is there, because a repetition would send it again: first a member that is
-- not there, so that a full server refuses it.
redis.call('ZADD', own, 'XX', 0, '')
-- One less than the most. Where fewer are remembered than before, 500 more are forgotten with each message.
redis.call('ZREMRANGEBYRANK', ids, -499 - ARGV[5], 0 - ARGV[5])
local kept = redis.call('PEXPIRE', ids, ARGV[6]) == 1
if ttl == 0 and redis.call('PTTL', meta) >= 0 then
	for _, key in ipairs({stream, members, meta, own}) do redis.call('PERSIST', key) end
end
-- Dropped together, because each exact length costs a search for the first message; chat-read.lua leaves out what is there
-- beyond the most.
local surplus = length + 1 - most
if surplus < step(most) then
	surplus = 0
else
	-- Changes nothing: without this right what is dropped would be forgotten.
	redis.call('HSET', meta, 'seq', last)
	surplus = math.min(surplus, 1000)
	local from, look, senders = '-', surplus, {[ARGV[1]] = true}
	while look > 0 do
		local oldest = redis.call('XRANGE', stream, from, '+', 'COUNT', math.min(look, 16))
		if #oldest == 0 then break end
		for _, message in ipairs(oldest) do
			for i = 1, #message[2] - 1, 2 do
				if message[2][i] == 'f' then senders[message[2][i + 1]] = true end
			end
			from = '(' .. message[1]
		end
		look = look - #oldest
	end
	-- Numbers have no gaps.
	local first = string.format('%016.0f', last - length + 1 + surplus)
	for sender in pairs(senders) do note(sender, first) end
end
local time = redis.call('TIME')
local seq = string.format('%.0f', redis.call('HINCRBY', meta, 'seq', 1))
local id = seq .. '-' .. string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local refused = redis.pcall('XADD', stream, 'MAXLEN', '=', length + 1 - surplus, id, 'f', ARGV[1], 'b', ARGV[2])
if type(refused) == 'table' then
	-- Numbers have no gaps.
	redis.call('HINCRBY', meta, 'seq', -1)
	return refused
end
redis.call('ZADD', ids, seq, ARGV[3])
if not kept then redis.call('PEXPIRE', ids, ARGV[6]) end
redis.call('ZADD', own, 0, prefix(ARGV[1]) .. string.format('%016.0f', seq))
if ttl > 0 then
	for _, key in ipairs({stream, members, meta, own}) do redis.call('PEXPIRE', key, ttl) end
end
return {1, seq}
