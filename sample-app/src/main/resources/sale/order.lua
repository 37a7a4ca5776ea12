-- Decides whether a user gets one piece of a flash sale, and adds an accepted order to the stream, atomically.
-- KEYS[1] sale (hash: stock, begin, end, status, hold, bought)    KEYS[2] buyers (hash: order by user)
-- KEYS[3] orders (stream)         all in the slot of the sale's tag
-- ARGV[1] user                    ARGV[2] order                   ARGV[3] the order as the queue writes it
-- ARGV[4] 1 if it was accepted before and was lost with the sale; status, window and hold are not checked then
-- 2 if the stream alone was lost, so that the sale knows the order and it is only added again
-- ARGV[5] milliseconds for which nothing is sold after such an order, because more of them may follow
-- Reply: {verdict, the order that the user has, or ''}: ACCEPTED, ORDERED before, OFF, NOT_BEGUN, OVER, SOLD_OUT, LOST
-- if Redis does not have the sale or has lost its buyers, or HELD while lost orders are restored. Begin is inclusive, end
-- exclusive, by the server's clock.  O(1).
local sale = redis.call('HMGET', KEYS[1], 'stock', 'begin', 'end', 'status', 'hold', 'bought')
if not sale[1] then return {'LOST', ''} end
local first = redis.call('HLEN', KEYS[2]) == 0
if first and sale[6] then
	redis.call('UNLINK', KEYS[1])
	return {'LOST', ''}
end
local has = redis.call('HGET', KEYS[2], ARGV[1])
if has and (ARGV[4] ~= '2' or has ~= ARGV[2]) then return {'ORDERED', has} end
if has then
	redis.call('XADD', KEYS[3], '*', 'v', ARGV[3], 'i', ARGV[2], 'u', ARGV[1])
	return {'ACCEPTED', has}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local again = ARGV[4] ~= '0'
if not again then
	if sale[4] ~= '1' then return {'OFF', ''} end
	if now < tonumber(sale[2]) then return {'NOT_BEGUN', ''} end
	if now >= tonumber(sale[3]) then return {'OVER', ''} end
	if sale[5] and now < tonumber(sale[5]) then return {'HELD', ''} end
end
if tonumber(sale[1]) < 1 then return {'SOLD_OUT', ''} end
local left = string.format('%.0f', sale[1] - 1)
local ttl = first and math.max(1, redis.call('PTTL', KEYS[1]))
if again and tonumber(ARGV[5]) > 0 then
	redis.call('HSET', KEYS[1], 'stock', left, 'hold', string.format('%.0f', now + ARGV[5]))
else
	redis.call('HSET', KEYS[1], 'stock', left)
end
-- Fails for a user without the right to do this, and for a key of another type.
local added = redis.pcall('XADD', KEYS[3], '*', 'v', ARGV[3], 'i', ARGV[2], 'u', ARGV[1])
if type(added) == 'table' then
	redis.call('HSET', KEYS[1], 'stock', sale[1])
	return added
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
if first then
	redis.call('PEXPIRE', KEYS[2], ttl)
	redis.call('HSET', KEYS[1], 'bought', '1')
end
return {'ACCEPTED', ARGV[2]}
