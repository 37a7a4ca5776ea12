-- Applies the outcome of an order in the database to its sale. A repetition has no effect.
-- KEYS[1] sale (hash)             KEYS[2] buyers (hash)           both in the slot of the sale's tag
-- ARGV[1] user                    ARGV[2] order
-- ARGV[3] the order of this user that the database has: this one, another one, or ''
-- ARGV[4] how many pieces a refused order gives back when the user has no other: 1 or 0
-- Reply: 1 something changed, 0 nothing did.  O(1).
local sale = redis.call('HMGET', KEYS[1], 'stock', 'bought')
local stock, buyers = sale[1], redis.call('HLEN', KEYS[2])
if sale[2] and buyers == 0 then
	-- The sale has lost its buyers, and is loaded again.
	redis.call('UNLINK', KEYS[1])
	return 1
end
if not stock then
	-- A load that has read the database before does not know this outcome.
	redis.call('HDEL', KEYS[1], 'load')
	return 0
end
local has = redis.call('HGET', KEYS[2], ARGV[1])
if ARGV[3] ~= '' then
	if has == ARGV[3] or (has and has ~= ARGV[2] and ARGV[3] ~= ARGV[2]) then return 0 end
	local first = buyers == 0
	local ttl = first and math.max(1, redis.call('PTTL', KEYS[1]))
	-- Stored, but unknown to the sale: it was being stored when Redis lost its data.
	if not has then redis.call('HSET', KEYS[1], 'stock', string.format('%.0f', stock - 1)) end
	redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
	if first then
		redis.call('PEXPIRE', KEYS[2], ttl)
		redis.call('HSET', KEYS[1], 'bought', '1')
	end
	return 1
end
if has ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'stock', string.format('%.0f', stock + ARGV[4]))
local gone = redis.pcall('HDEL', KEYS[2], ARGV[1])
if type(gone) == 'table' then
	redis.call('HSET', KEYS[1], 'stock', stock)
	return gone
end
if buyers == 1 then redis.call('HDEL', KEYS[1], 'bought') end
return 1
