-- Rebuilds an author's outbox from the posts or the posts from the outbox, if one of them is lost, 500 posts a call.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post)      as in feed-publish.lua
-- KEYS[3] rebuilt outbox (sorted set: items, #of with the number of posts, #at with the cursor)
-- KEYS[4] rebuilt posts (hash: as posts, and \0of with the number of items, \0at with the last item)
-- all in the slot of the author
-- ARGV[1] author
-- Reply: number of rebuilt posts, 0 if nothing is lost, or -1 if the next call goes on.  O(500 log N).
-- A rebuilt key is renamed when it is complete: until then the key is lost for all scripts, and they change nothing.
local outbox, posts = KEYS[1], KEYS[2]
local way = redis.call('HGET', posts, '')
local size, live = redis.call('ZCARD', outbox), redis.call('HLEN', posts) - (way and 1 or 0)
if (size > 0) == (live > 0) then return 0 end
local new = size == 0 and KEYS[3] or KEYS[4]

-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
local function expire()
	local refused = redis.pcall('PEXPIRE', new, 60000)
	if type(refused) == 'table' then redis.call('UNLINK', new) end
	return type(refused) == 'table' and refused
end

local function complete(found, lost)
	redis.call('PERSIST', new)
	local refused = redis.pcall('RENAME', new, lost)
	if type(refused) == 'table' and refused.err then return expire() or refused end
	return found
end

if size == 0 then
	-- Posts that are not those of the first call are of another loss.
	if tonumber(redis.call('ZSCORE', new, '#of') or -1) ~= live then
		redis.call('UNLINK', new)
		redis.call('ZADD', new, live, '#of', 0, '#at')
	end
	local refused = expire()
	if refused then return refused end
	local at = string.format('%.0f', redis.call('ZSCORE', new, '#at'))
	local part = redis.call('HSCAN', posts, at, 'COUNT', 500)
	for i = 1, #part[2], 2 do
		local id, known = part[2][i], part[2][i + 1]
		-- Displaced posts are not in the outbox.
		if id ~= '' and string.sub(known, 13) ~= 'd' then
			redis.call('ZADD', new, 0, string.sub(known, 1, 12) .. id .. '\0' .. ARGV[1])
		end
	end
	redis.call('ZADD', new, part[1], '#at')
	if part[1] ~= '0' then return -1 end
	redis.call('ZREM', new, '#of', '#at')
	local found = redis.call('ZCARD', new)
	-- If only displaced posts are left, the author has deleted all others and the outbox is empty, not lost.
	return found > 0 and complete(found, outbox) or 0
end

if tonumber(redis.call('HGET', new, '\0of') or -1) ~= size then
	redis.call('UNLINK', new)
	redis.call('HSET', new, '\0of', size, '\0at', '')
end
local refused = expire()
if refused then return refused end
local at = redis.call('HGET', new, '\0at')
local part = redis.call('ZRANGE', outbox, at == '' and '-' or '(' .. at, '+', 'BYLEX', 'LIMIT', 0, 500)
-- The way of the posts is lost. s is safe: removing a pulled post from inboxes that never had it has no effect.
for _, item in ipairs(part) do
	local id = string.sub(item, 13, string.find(item, '\0', 13, true) - 1)
	redis.call('HSET', new, id, string.sub(item, 1, 12) .. 's')
end
if part[500] then
	redis.call('HSET', new, '\0at', part[500])
	return -1
end
redis.call('HDEL', new, '\0of', '\0at')
local found = redis.call('HLEN', new)
if way then redis.call('HSET', new, '', way) end
return complete(found, posts)
