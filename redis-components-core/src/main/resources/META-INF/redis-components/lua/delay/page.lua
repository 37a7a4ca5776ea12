-- Returns a page of waiting tasks in the order of their times. Changes nothing.
-- KEYS[1] due (sorted set)        KEYS[2] items (hash), see schedule.lua       all in the slot of the queue's tag
-- ARGV[1] time and ARGV[2] counter of the last task of the page before, 0 and empty to begin       ARGV[3] how many
-- Reply: 1 if there are more, time and counter of the last one looked at; then id, when it is due and payload of each, about
-- 4 MB at most, without those that have no item.
-- O(n), and O(log N * log N) to begin.
local due, items, score, count = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
redis.call('HLEN', items)
local from = redis.call('ZCOUNT', due, '-inf', '(' .. score)
local to = redis.call('ZCOUNT', due, '-inf', score)
-- The first of that time with a later counter; the counter is what such tasks are sorted by.
while from < to do
	local middle = math.floor((from + to) / 2)
	if string.sub(redis.call('ZRANGE', due, middle, middle)[1], 1, 16) <= count then
		from = middle + 1
	else
		to = middle
	end
end
local found = redis.call('ZRANGE', due, from, from + ARGV[3], 'WITHSCORES')
local result, bytes = {0, 0, ''}, 0
for i = 1, #found, 2 do
	if i > 2 * ARGV[3] or bytes > 4000000 then
		result[1] = 1
		break
	end
	local id, counter = string.sub(found[i], 17), string.sub(found[i], 1, 16)
	local item = redis.call('HGET', items, id)
	if item and string.sub(item, 1, 16) == counter then
		local payload = string.sub(item, (string.match(item, '^%d+:%d*:%d*:()')))
		bytes = bytes + #payload
		for _, part in ipairs({id, found[i + 1], payload}) do result[#result + 1] = part end
	end
	result[2], result[3] = found[i + 1], counter
end
return result
