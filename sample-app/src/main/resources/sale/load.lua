-- Loads a sale that Redis does not have: its stock is that of the database less the orders in the stream. Has no effect if
-- Redis has it, or if terms.lua did not announce this load or an order was settled since. Called while the sale's row in the
-- database is locked.
-- KEYS[1] sale (hash)             KEYS[2] buyers (hash)
-- KEYS[3] orders (stream)         all in the slot of the sale's tag
-- ARGV[1] when the voucher was created                            ARGV[2] stock in the database
-- ARGV[3] pieces added since      ARGV[4] begin                   ARGV[5] end, both in milliseconds
-- ARGV[6] status                  ARGV[7] when it expires, in milliseconds
-- ARGV[8] milliseconds for which nothing is sold, so that lost orders can be restored
-- ARGV[9] id of the load          ARGV[10] number of stored orders, then user and order of each, then the refused orders
-- Reply: 1 loaded, 0 no effect.  O(orders).
local known = redis.call('HMGET', KEYS[1], 'born', 'load')
if known[1] == ARGV[1] or known[2] ~= ARGV[9] then return 0 end
redis.call('HLEN', KEYS[2])
redis.call('XLEN', KEYS[3])
local stock, buyers, void = tonumber(ARGV[2]), {}, {}
local last = 10 + 2 * ARGV[10]
for i = 11, last, 2 do buyers[ARGV[i]] = ARGV[i + 1] end
for i = last + 1, #ARGV do void[ARGV[i]] = true end
local from = '-'
-- A sale of a voucher with the same id in an earlier database: its orders are dropped.
while from and not known[1] do
	local page = redis.call('XRANGE', KEYS[3], from, '+', 'COUNT', 500)
	for _, entry in ipairs(page) do
		local field = {}
		for f = 1, #entry[2], 2 do field[entry[2][f]] = entry[2][f + 1] end
		if field.u and field.i and not buyers[field.u] and not void[field.i] then
			buyers[field.u] = field.i
			stock = stock - 1
		end
	end
	from = #page == 500 and '(' .. page[500][1]
end
local sale = {'born', ARGV[1], 'stock', string.format('%.0f', stock), 'added', ARGV[3], 'begin', ARGV[4], 'end', ARGV[5],
	'status', ARGV[6]}
local time = redis.call('TIME')
if tonumber(ARGV[8]) > 0 then
	sale[13] = 'hold'
	sale[14] = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[8])
end
redis.call('UNLINK', KEYS[1], KEYS[2])
if known[1] then redis.call('UNLINK', KEYS[3]) end
for user, order in pairs(buyers) do redis.call('HSET', KEYS[2], user, order) end
if next(buyers) then
	sale[#sale + 1] = 'bought'
	sale[#sale + 1] = '1'
end
redis.call('PEXPIREAT', KEYS[2], ARGV[7])
-- Comes last: a script that fails in between has loaded nothing, and the next one begins anew.
redis.call('HSET', KEYS[1], unpack(sale))
redis.call('PEXPIREAT', KEYS[1], ARGV[7])
return 1
