-- Updates the terms of a sale from the database. Called while the sale's row in the database is locked.
-- KEYS[1] sale (hash)             KEYS[2] buyers (hash)           both in the slot of the sale's tag
-- ARGV[1] when the voucher was created                            ARGV[2] pieces added since
-- ARGV[3] begin                   ARGV[4] end, both in milliseconds                   ARGV[5] status
-- ARGV[6] when it expires, in milliseconds                        ARGV[7] 1 to refuse to remove sold pieces
-- ARGV[8] id of the load that follows if Redis does not have the sale
-- Reply: DONE, TOO_FEW pieces are left, or LOST if Redis does not have the sale or has lost its buyers.  O(1).
local sale = redis.call('HMGET', KEYS[1], 'born', 'added', 'stock', 'bought')
if sale[4] and redis.call('EXISTS', KEYS[2]) == 0 then
	redis.call('UNLINK', KEYS[1])
	sale = {}
end
if sale[1] ~= ARGV[1] then
	-- load.lua may arrive late, when others have locked the row: they take the id away.
	redis.call('HSET', KEYS[1], 'load', ARGV[8])
	if not sale[1] then redis.call('PEXPIRE', KEYS[1], 60000) end
	return 'LOST'
end
redis.call('EXISTS', KEYS[2])
local more = ARGV[2] - sale[2]
if ARGV[7] == '1' and sale[3] + more < 0 then return 'TOO_FEW' end
redis.call('HSET', KEYS[1], 'stock', string.format('%.0f', sale[3] + more), 'added', ARGV[2], 'begin', ARGV[3], 'end',
	ARGV[4], 'status', ARGV[5])
redis.call('PEXPIREAT', KEYS[1], ARGV[6])
redis.call('PEXPIREAT', KEYS[2], ARGV[6])
return 'DONE'
