-- Loads a sale that Redis does not have: its stock is that of the database less the orders in the stream. Has no effect if
-- Redis has it. Called while the sale's row in the database is locked.
-- KEYS[1] sale (hash)             KEYS[2] buyers (hash)
-- KEYS[3] orders (stream)         all in the slot of the sale's tag
-- ARGV[1] when the voucher was created                            ARGV[2] stock in the database
-- ARGV[3] pieces added since      ARGV[4] begin                   ARGV[5] end, both in milliseconds
-- ARGV[6] status                  ARGV[7] when it expires, in milliseconds
-- ARGV[8] milliseconds for which nothing is sold, so that lost orders can be restored
-- ARGV[9] number of stored orders, then user and order of each, then the refused orders
-- Reply: 1 loaded, 0 it exists.  O(orders).
local known = redis.call('HGET', KEYS[1], 'born')
if known == ARGV[1] then return 0 end
redis.call('HLEN', KEYS[2])
redis.call('XLEN', KEYS[3])
-- The sale belongs to a voucher with the same id in an earlier database; its orders are dropped.
if known then redis.call('DEL', KEYS[3]) end
local stock, buyers, void = tonumber(ARGV[2]), {}, {}
local last = 9 + 2 * ARGV[9]
for i = 10, last, 2 do buyers[ARGV[i]] = ARGV[i + 1] end
for i = last + 1, #ARGV do void[ARGV[i]] = true end
local from = '-'
repeat
	local page = redis.call('XRANGE', KEYS[3], from, '+', 'COUNT', 500)
	for _, entry in ipairs(page) do
		from = '(' .. entry[1]
		local field = {}
		for f = 1, #entry[2], 2 do field[entry[2][f]] = entry[2][f + 1] end
		if field.u and field.i and not buyers[field.u] and not void[field.i] then
			buyers[field.u] = field.i
			stock = stock - 1
		end
	end
until #page < 500
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], 'born', ARGV[1], 'stock', string.format('%.0f', stock), 'added', ARGV[3], 'begin', ARGV[4],
	'end', ARGV[5], 'status', ARGV[6])
if tonumber(ARGV[8]) > 0 then
	local time = redis.call('TIME')
	redis.call('HSET', KEYS[1], 'hold', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[8]))
end
redis.call('PEXPIREAT', KEYS[1], ARGV[7])
for user, order in pairs(buyers) do redis.call('HSET', KEYS[2], user, order) end
redis.call('PEXPIREAT', KEYS[2], ARGV[7])
return 1
