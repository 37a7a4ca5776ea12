-- Counts the entries of a stream behind one, 10,000 at most, where the server does not know the number.
local function lag_behind(stream, last)
	local lag, from = 0, '(' .. last
	while lag < 10000 do
		local page = redis.call('XRANGE', stream, from, '+', 'COUNT', 500)
		lag = lag + #page
		if #page < 500 then break end
		from = '(' .. page[500][1]
	end
	return lag
end
