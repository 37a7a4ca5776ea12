-- Makes a sale known that Redis does not know (any more): its stock is that of the database less what is on the way in
-- the stream. Nothing happens when it is known. Called while the sale's row in the database is locked.
-- KEYS[1] sale (hash)             KEYS[2] buyers (hash)
-- KEYS[3] orders (stream)         all in the slot of the sale's tag
-- ARGV[1] when the voucher was created                            ARGV[2] stock in the database
-- ARGV[3] pieces added since      ARGV[4] begin                   ARGV[5] end, both in milliseconds
-- ARGV[6] status                  ARGV[7] when to forget it, in milliseconds
-- ARGV[8] number of stored orders, then user and order of each, then the refused orders
-- Reply: 1 loaded, 0 it is known.  O(orders).
local known = redis.call('HGET', KEYS[1], 'born')
if known == ARGV[1] then return 0 end
redis.call('HLEN', KEYS[2])
redis.call('XLEN', KEYS[3])
-- Another voucher of this number, of an earlier database: its orders are nobody's.
if known then redis.call('DEL', KEYS[3]) end
local stock, buyers, void = tonumber(ARGV[2]), {}, {}
local last = 8 + 2 * ARGV[8]
for i = 9, last, 2 do buyers[ARGV[i]] = ARGV[i + 1] end
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
redis.call('PEXPIREAT', KEYS[1], ARGV[7])
for user, order in pairs(buyers) do redis.call('HSET', KEYS[2], user, order) end
redis.call('PEXPIREAT', KEYS[2], ARGV[7])
return 1
