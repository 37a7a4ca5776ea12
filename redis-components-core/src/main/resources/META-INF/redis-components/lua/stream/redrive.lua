-- Returns dead letters to the stream, as new messages for the group that rejected them.
-- KEYS[1] stream                  KEYS[2] dead (stream)           both in the slot of the queue's tag
-- ARGV[1] 1 if there can be several groups         ARGV[2] and on: their ids
-- Reply: number of returned dead letters.  O(n log N).
redis.call('XLEN', KEYS[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local moved = 0
for i = 2, #ARGV do
	local letter = redis.call('XRANGE', KEYS[2], ARGV[i], ARGV[i])[1]
	-- A part of an id finds another one.
	if letter and letter[1] == ARGV[i] then
		-- No letter: a missing right must fail before the message is there, because a repetition would make another one.
		redis.call('XDEL', KEYS[2], '0-1')
		local fields, group, trace = {}, false, false
		for f = 1, #letter[2], 2 do
			local name, value = letter[2][f], letter[2][f + 1]
			if name == '~group' then
				group = value
			elseif name == '~trace' then
				trace = value
			elseif string.sub(name, 1, 1) ~= '~' and name ~= 'g' then
				fields[#fields + 1] = name
				fields[#fields + 1] = value
			end
		end
		if ARGV[1] == '1' then
			fields[#fields + 1] = 'g'
			fields[#fields + 1] = group or ''
		end
		if trace then
			fields[#fields + 1] = '~t'
			fields[#fields + 1] = trace .. '\n' .. now .. ' redriven'
		end
		if #fields == 0 then fields = {'i', ''} end
		redis.call('XADD', KEYS[1], '*', unpack(fields))
		redis.call('XDEL', KEYS[2], ARGV[i])
		moved = moved + 1
	end
end
return moved
