-- Reads the texts of a list whose search form begins with a prefix.
-- KEYS[1] list (sorted set by turn: search form, a zero byte, and the text)
-- ARGV[1] prefix in search form           ARGV[2] the largest number to return
-- Reply: texts, newest first.  O(N) at most, which is bounded by the length of the list.
local prefix, wanted = ARGV[1], tonumber(ARGV[2])
local found, from = {}, 0
while true do
	local part = redis.call('ZREVRANGE', KEYS[1], from, from + 199)
	for i = 1, #part do
		if string.sub(part[i], 1, #prefix) == prefix then
			found[#found + 1] = string.sub(part[i], string.find(part[i], '\0', 1, true) + 1)
			if #found == wanted then return found end
		end
	end
	if #part < 200 then return found end
	from = from + 200
end
