-- Appends a message to a chat, once per message id. Notes it as the sender's own, which the sender's unread count leaves out.
-- KEYS[1] messages (stream)                       KEYS[2] members (sorted set: member by position)
-- KEYS[3] meta (hash: seq, tick, op, own:<user>)  KEYS[4] ids (sorted set: message id by number)
-- KEYS[5] own (sorted set: sender and number of messages that their sender has not acknowledged, all with score 0)
-- all in the slot of the chat
-- ARGV[1] sender                  ARGV[2] body                ARGV[3] message id
-- ARGV[4] the most messages       ARGV[5] the most remembered ids
-- ARGV[6] milliseconds for which ids are remembered               ARGV[7] ttl in milliseconds, 0 for none
-- Reply: {0, 0} there is no such chat, {1, seq} sent, {2, seq} was sent before, {3, 0} the sender is no member.
-- O(log n), and O(messages dropped) after the chat was made smaller.
local stream, members, meta, ids, own = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local most, ttl = tonumber(ARGV[4]), tonumber(ARGV[7])
local last = redis.call('HGET', meta, 'seq')
local member = redis.call('ZSCORE', members, ARGV[1])
local length = redis.call('XLEN', stream)
local known = redis.call('ZSCORE', ids, ARGV[3])
-- The length keeps a name from being the beginning of another one.
local function prefix(sender)
	return #sender .. ':' .. sender .. ':'
end
local mine = prefix(ARGV[1])
-- Numbers have no gaps: what is left of the sender's from before the first of the stream was dropped unseen.
local first = string.format('%016.0f', (last or 0) - math.min(length, most - 1) + 1)
local unseen = redis.call('ZRANGEBYLEX', own, '[' .. mine, '(' .. mine .. first, 'LIMIT', 0, 10)
if not last or (not member and redis.call('ZCARD', members) == 0) then return {0, '0'} end
if known then return {2, known} end
if not member then return {3, '0'} end

-- Own messages that the stream drops are noted in the meta data, so that an acknowledgement can lie between them: {how many
-- come before the runs, the last of those, first number and length of each run ...}. Of more runs than 32 the oldest is
-- only counted.
local MOST, noted = 32, {}
local function runs_of(sender)
	if not noted[sender] then
		local packed = redis.call('HGET', meta, 'own:' .. sender)
		local runs = packed and cmsgpack.unpack(packed)
		noted[sender] = type(runs) == 'table' and runs or {0, 0}
	end
	return noted[sender]
end
local function drop(sender, number)
	if redis.call('ZREM', own, prefix(sender) .. number) == 0 then return end
	local runs, n = runs_of(sender), tonumber(number)
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
-- A missing right must fail before the message is there, because a repetition would send it again: first a member that is
-- not there, so that a full server refuses it.
redis.call('ZADD', ids, 'XX', 0, '')
-- One less than the most. Where fewer are remembered than before, 500 more are forgotten with each message.
redis.call('ZREMRANGEBYRANK', ids, -499 - ARGV[5], 0 - ARGV[5])
local kept = redis.call('PEXPIRE', ids, ARGV[6]) == 1
-- The next 16 messages drop these. A chat that was made smaller drops many at once, of which the first are looked at; the
-- rest is unseen.
local ahead = math.max(1, math.min(16, math.floor(most / 4)))
local look = length + ahead - most
if look <= ahead and last % ahead > 0 then look = 0 end
if look > 0 or #unseen > 0 then
	-- Changes nothing: without this right what is dropped would be forgotten.
	redis.call('HSET', meta, 'seq', last)
	local from, senders, numbers = '-', {}, {}
	for i, left in ipairs(unseen) do
		senders[i], numbers[i] = ARGV[1], string.sub(left, #mine + 1)
	end
	look = math.min(look, 1000)
	while look > 0 do
		local oldest = redis.call('XRANGE', stream, from, '+', 'COUNT', math.min(look, 16))
		if #oldest == 0 then break end
		for _, message in ipairs(oldest) do
			for i = 1, #message[2] - 1, 2 do
				if message[2][i] == 'f' then
					senders[#senders + 1] = message[2][i + 1]
					numbers[#senders] = string.format('%016.0f', string.match(message[1], '^%d+'))
				end
			end
			from = '(' .. message[1]
		end
		look = look - #oldest
	end
	for i, sender in ipairs(senders) do drop(sender, numbers[i]) end
	for sender, runs in pairs(noted) do redis.call('HSET', meta, 'own:' .. sender, cmsgpack.pack(runs)) end
end
local time = redis.call('TIME')
local seq = string.format('%.0f', redis.call('HINCRBY', meta, 'seq', 1))
local id = seq .. '-' .. string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local refused = redis.pcall('XADD', stream, 'MAXLEN', '=', ARGV[4], id, 'f', ARGV[1], 'b', ARGV[2])
if type(refused) == 'table' then
	-- Numbers have no gaps.
	redis.call('HINCRBY', meta, 'seq', -1)
	return refused
end
redis.call('ZADD', ids, seq, ARGV[3])
if not kept then redis.call('PEXPIRE', ids, ARGV[6]) end
redis.call('ZADD', own, 0, mine .. string.format('%016.0f', seq))
if ttl > 0 or redis.call('PTTL', meta) >= 0 then
	for _, key in ipairs({stream, members, meta, own}) do
		if ttl > 0 then redis.call('PEXPIRE', key, ttl) else redis.call('PERSIST', key) end
	end
end
return {1, seq}
