-- Returns items of an inbox, the newest first, only those of followed authors.
-- KEYS[1] inbox (sorted set: state, marks and items)      KEYS[2] following (sorted set)  both in the slot of the reader
-- ARGV[1] item to start before, empty for all             ARGV[2] the most items
-- ARGV[3] milliseconds without a read after which it is dropped
-- Reply: {} if there is no completed inbox, or {number of pulled authors, pulled authors, items}.  O(log N + n).
local inbox, wanted, ttl = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[3])
if not redis.call('ZSCORE', inbox, '$') then return {} end
local left = redis.call('PTTL', inbox)
-- Avoids a write with every read.
if left < ttl * 0.99 or left > ttl then redis.call('PEXPIRE', inbox, ARGV[3]) end

local asked = {}
local function followed(author)
	if asked[author] == nil then asked[author] = redis.call('ZSCORE', KEYS[2], author) and true or false end
	return asked[author]
end

local reply = {0}
for _, mark in ipairs(redis.call('ZRANGE', inbox, '[%', '(&', 'BYLEX')) do
	local author = string.sub(mark, 2)
	if followed(author) then reply[#reply + 1] = author end
end
reply[1] = #reply - 1
local from, full = ARGV[1] == '' and '+' or '(' .. ARGV[1], #reply + wanted
-- The items of an author that is no longer followed may be many.
local step = wanted
repeat
	local part = redis.call('ZRANGE', inbox, from, '[0', 'BYLEX', 'REV', 'LIMIT', 0, step)
	local all = #part < step
	step = math.max(step, 200)
	for _, item in ipairs(part) do
		if #reply < full and followed(string.sub(item, string.find(item, '\0', 13, true) + 1)) then
			reply[#reply + 1] = item
		end
	end
	if #part > 0 then from = '(' .. part[#part] end
until #reply == full or all
return reply
