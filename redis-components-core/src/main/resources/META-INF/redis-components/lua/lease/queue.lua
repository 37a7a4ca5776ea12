-- Acquires, releases or revokes permits of a fair lock, a read-write lock or a semaphore, and grants free permits to the
-- waiters in their order.
-- KEYS[1] state (hash: k kind, f last token, u permits held by n holders, x ms at which the other keys expire, r lease id of
-- the last release, s and c: the waiters up to place s request more than c permits, m 1 if the next script goes on with the
-- work of the last)
-- KEYS[2] holders (zset: lease id by token)   KEYS[3] waiters (zset: lease id by place in the queue)
-- KEYS[4] ends (zset: lease id of a holder or waiter by the ms at which it expires unless it is renewed)
-- ARGV[1] acquire, release or revoke   ARGV[2] kind   ARGV[3] number of permits   ARGV[4] prefix of the clients' channels
-- ARGV[5] lease id, <client>.<number>, followed by :<permits> if it takes more than one; to revoke, empty for all holders
-- ARGV[6] lease in ms   ARGV[7] how long KEYS[1] outlives the leases, in ms   ARGV[8] ms after which a waiter that is not
-- renewed expires; 0 does not wait   ARGV[9] 1 if an acquisition queues behind the waiters     (6 to 9: acquire only)
-- ARGV[10] lease id of a holder of more permits that this one replaces, or empty; to revoke all holders, the largest token
-- that is revoked, or empty for the last one
-- Reply to acquire: the token if this lease id is now a holder (the same token if it was one before), else minus the
-- milliseconds until the first holder or waiter expires, 0 if there is more to do before this lease id can be granted, or
-- if the lease id to replace is not a holder.
-- Reply to release, which also removes a waiter: 1 if this lease id was a holder or made the last release, else 0.
-- Reply to revoke: 1 if a holder was removed, else 0; the largest token that is revoked if there may be more of them.
-- An error that begins with KIND if KEYS[1] is of another kind.
-- {reply, error} if a PUBLISH was refused.
-- Where a release, a revocation or a grant leaves more to do, it tells one of the last 500 waiters, which then asks again.
-- O(log(holders + waiters)) for itself and for each other lease id that expired or was granted, 500 of them at most. Reads
-- 5,000 waiters at most that request more permits than there are, each once after the number of permits has changed. Reads
-- all holders after a script that could not write the state, or one of a release that does not write n.
local acquire, revoke = ARGV[1] == 'acquire', ARGV[1] == 'revoke'
local id, capacity = ARGV[5], tonumber(ARGV[3])
local v = redis.call('HMGET', KEYS[1], 'k', 'f', 'u', 'x', 'r', 's', 'c', 'm', 'n')
if v[1] ~= ARGV[2] and (v[1] or v[2]) then
	return redis.error_reply('KIND ' .. KEYS[1] .. ' is of kind ' .. (v[1] or 'plain') .. ', not ' .. ARGV[2])
end
local known = v[1] and redis.call('EXISTS', KEYS[4]) == 1
local token = known and redis.call('ZSCORE', KEYS[2], id)
-- In any case: a key of another type is to fail the script before it has written anything. A holder does not wait; a command
-- that needs no memory comes first, see lock/release.lua.
local waits = known and redis.call(token and 'ZREM' or 'ZSCORE', KEYS[3], id)
waits = not token and waits
if not acquire and not token and not (waits and not revoke) and not (known and id == '') then
	-- r is empty after a revocation, so that a release by the revoked holder replies 0.
	return v[5] == id and not revoke and 1 or 0
end
local from = acquire and ARGV[10] ~= '' and ARGV[10]
if from and not token and not (known and redis.call('ZSCORE', KEYS[2], from)) then
	return 0
end
if not known then
	-- Without KEYS[4] there are no holders and no waiters; the remains of deleted keys are dropped.
	redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
	-- A missing right must fail before the first write.
	redis.call('PEXPIREAT', KEYS[4], 0)
end
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local last = tonumber(v[2] or 0)
local used = known and tonumber(v[3]) or 0
-- KEYS[2] may have been deleted.
local holders = known and redis.call('ZCARD', KEYS[2]) or 0
if holders == 0 then used = 0 end
local expire = tonumber(v[4] or 0)
-- True if a key may be new and have no time to live.
local fresh = not known
local resumed = v[8] == '1'
-- How many lease ids this script may still remove or grant, and how many blocks of waiters that request too much it may pass.
local left, blocks = 500, 10

local function whole(n)
	return string.format('%.0f', n)
end

local function permits(other)
	return tonumber(string.match(other, ':(%d+)$') or 1)
end

if holders > 0 and v[9] and tonumber(v[9]) ~= holders then
	-- A script lost the right to write the state, which Redis does not roll back, or is older than this field.
	used = 0
	for _, other in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
		used = used + permits(other)
	end
end

local function number()
	last = math.max(last + 1, t[1] * 1000000 + t[2])
	return whole(last)
end

-- Before the first effect on others. A right that is missing fails here, and a full Redis refuses nothing after a command
-- that needs no memory; the expiry is what it was. Without n the next script counts if this one comes to no end.
local begun = false
local function begin()
	if begun then
		return
	end
	begun = true
	redis.call('PEXPIREAT', KEYS[4], whole(expire))
	if revoke then
		-- A repetition would reply 0, and it is not there.
		redis.call('ZADD', KEYS[2], 'XX', 0, '')
	end
	redis.call('HSET', KEYS[1], 'n', '', 'r', not acquire and (revoke and '' or token and id) or v[5] or '')
end

-- Counts a holder more. Returns its token.
local function admit(other)
	holders = holders + 1
	fresh = fresh or used == 0
	used = used + permits(other)
	return number()
end

-- The waiters before this place request more permits than there are. Later ones are added behind all others.
local from_place = v[6] and capacity <= tonumber(v[7] or 0) and '(' .. v[6] or '-inf'

-- Returns the first waiter that does not request more permits than there are, and remembers those before it, which may be
-- thousands when there were more permits. Returns nothing, and has nothing left to do, if there are too many of them.
local function head()
	local most, passed, some = 1, nil, nil
	repeat
		some = redis.call('ZRANGEBYSCORE', KEYS[3], from_place, '+inf', 'WITHSCORES', 'LIMIT', 0, most)
		local found
		for at = 1, #some, 2 do
			if permits(some[at]) <= capacity then
				found = some[at]
				break
			end
			passed = some[at + 1]
		end
		if passed then
			from_place = '(' .. passed
		end
		local over = found or #some < 2 * most
		if not over and blocks == 0 then
			-- Needs no memory, and after it a full Redis does not refuse to remember how far this script came.
			redis.call('ZREM', KEYS[3], '')
			left, over = 0, true
		end
		if over then
			if passed then
				-- Not to fail where Redis is full.
				redis.pcall('HSET', KEYS[1], 's', passed, 'c', ARGV[3])
			end
			return found
		end
		most, blocks = 500, blocks - 1
	until false
end

local first, refused
local settled = false
local changed = false
local exchanged = false
local more = false
local revoked_to

local function tell(other)
	local told = redis.pcall('PUBLISH', ARGV[4] .. string.match(other, '^[^.]+'), other)
	refused = type(told) == 'table' and told or refused
end

local function replied(reply)
	return refused and {reply, refused} or reply
end

if from and not token then
	if tonumber(redis.call('ZSCORE', KEYS[4], from) or 0) <= now then
		return 0
	end
	begin()
	used, holders = used - permits(from), holders - 1
	token = admit(id)
	redis.call('ZADD', KEYS[2], token, id)
	redis.call('ZREM', KEYS[2], from)
	redis.call('ZREM', KEYS[4], from)
	exchanged = true
end
if known and (resumed or exchanged or not (acquire and token)) then
	if resumed then
		begin()
	end
	local gone = not acquire and {id} or {}
	if not acquire and id == '' then
		local to = ARGV[10] ~= '' and ARGV[10] or v[2] or 0
		gone = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', to, 'LIMIT', 0, left)
		revoked_to = #gone == left and tonumber(to)
	end
	local asked = #gone
	left = left - asked
	local over = left > 0 and redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', 0, left) or {}
	left = left - #over
	for _, other in ipairs(over) do
		-- One that confirms its grant only now is extended below.
		if other ~= id or not token then
			gone[#gone + 1] = other
		end
	end
	local leaves = not acquire and token and #gone == 1 and not resumed
	if leaves then
		first = head()
		if not first or used - permits(id) + permits(first) > capacity then
			-- The usual case has nothing else to write.
			redis.call('HSET', KEYS[1], 'u', used - permits(id), 'n', holders - 1, 'r', revoke and '' or id)
			settled = true
		end
	end
	if #gone > 0 and not settled then
		begin()
	end
	for at, other in ipairs(gone) do
		redis.call('ZREM', KEYS[4], other)
		if redis.call('ZREM', KEYS[2], other) == 1 then
			used, holders = used - permits(other), holders - 1
			token = token or at <= asked
		else
			redis.call('ZREM', KEYS[3], other)
		end
		if other == id and acquire then
			waits = nil
		end
	end
	changed = #gone > asked
	fresh = fresh or changed
	if not leaves then
		first = left > 0 and head()
	end
	while left > 0 and first and used + permits(first) <= capacity do
		begin()
		local its = admit(first)
		redis.call('ZADD', KEYS[2], its, first)
		redis.call('ZREM', KEYS[3], first)
		left = left - 1
		changed = true
		if first == id then
			token, waits = its, nil
		else
			-- Keeps its expiry as a waiter until it confirms the grant.
			tell(first)
		end
		first = left > 0 and head()
	end
	more = left == 0
end
if more or resumed then
	redis.call('HSET', KEYS[1], 'm', more and 1 or 0)
end
if more and (token or not acquire) then
	-- Nobody was granted, or perhaps only processes of an earlier release, which do not go on when they confirm.
	for at = -1, -500, -1 do
		local other = redis.call('ZRANGE', KEYS[3], at, at)[1]
		if not other then
			break
		end
		if tonumber(redis.call('ZSCORE', KEYS[4], other) or 0) > now then
			tell(other)
			break
		end
	end
end

if not acquire then
	if fresh then
		for at = 2, 3 do
			redis.call('PEXPIREAT', KEYS[at], whole(expire))
		end
	end
	if not settled then
		redis.call('HSET', KEYS[1], 'f', whole(last), 'u', used, 'n', holders)
	end
	return replied(revoked_to or token and 1 or 0)
end

local enters
if not token and not waits then
	if not more and used + permits(id) <= capacity and (ARGV[9] == '0' or not first) then
		token, enters = admit(id), 2
	elseif ARGV[8] ~= '0' then
		fresh = fresh or not first
		waits, enters = number(), 3
	end
end
if token or waits or changed then
	local ends = token and now + ARGV[6] or now + ARGV[8]
	-- KEYS[2] to KEYS[4] expire together, 500 ms after the last entry, so that few calls have to set their expiry.
	local move = ends > expire or (not known and ends < expire - 500)
	if move then
		expire = ends + 500
	end
	-- First, and the lease id last: where a right was taken away, nobody holds for whom nobody hears of it. x comes after the
	-- expiries, and a key that is new is given its expiry at the end.
	local kept = move and redis.call('PEXPIREAT', KEYS[1], whole(expire + ARGV[7]))
	local new = {}
	if move or fresh then
		for at = 2, 4 do
			new[at] = not known or redis.call('PEXPIREAT', KEYS[at], whole(expire)) == 0
		end
	end
	redis.call('HSET', KEYS[1], 'k', ARGV[2], 'f', whole(last), 'u', used, 'n', holders, 'x', whole(expire))
	if kept == 0 then
		redis.call('PEXPIREAT', KEYS[1], whole(expire + ARGV[7]))
	end
	if enters then
		redis.call('ZADD', KEYS[enters], token or waits, id)
	end
	if token then
		redis.call('ZADD', KEYS[4], 'GT', whole(ends), id)
	elseif waits and ARGV[8] ~= '0' then
		redis.call('ZADD', KEYS[4], whole(ends), id)
	end
	for at = 2, 4 do
		if new[at] and (at == enters or at == 4) then
			redis.call('PEXPIREAT', KEYS[at], whole(expire))
		end
	end
end
if token then
	return replied(tonumber(token))
end
if more then
	return replied(0)
end
local earliest = redis.call('ZRANGE', KEYS[4], 0, 0, 'WITHSCORES')[2]
return replied(now - (earliest or now + 1000))
