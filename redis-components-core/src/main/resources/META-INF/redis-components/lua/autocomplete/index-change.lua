-- Puts entries into an index of prefixes, changes their weights, and removes them.
-- KEYS[1] terms (sorted set: search form, a zero byte, eight bytes of weight, id)
-- KEYS[2] entries (hash by id: eight bytes of weight, search form, a zero byte, value; under the empty id the format)
-- KEYS[3] tops (sorted set: prefix, a zero byte, eight bytes of weight, search form, a zero byte, id)
-- KEYS[4] lists (hash by prefix: how many of its entries are in tops, in four digits, and the last of them)
-- all in the slot of the index's name
-- ARGV[1] format          ARGV[2] and on, four for each change: id, eight bytes of weight, search form, value; without a
-- weight the entry is removed, without a form it keeps its form and value and gets the weight
-- Reply: {added, changed, unchanged, removed, missing}, or {} if the index has another format.
-- O(prefixes log N) for each change; more where a list is built, see below.
-- Weights are stored as the difference from the greatest, as big-endian numbers below 2^53, so that bytes sort the
-- heaviest first. Strings are never compared by <, which follows the server's locale.
--
-- A prefix with more than SCAN entries has a list of its best ones, so that nobody has to look at all. A list always
-- holds the best of its prefix without a gap: what is worse than its last is left out, what is better comes in, and
-- what is beyond CAP falls out. Removals make it shorter; before it has fewer than LEAST, the most that may be asked
-- for, it is built anew with ENOUGH at least, or dropped if the prefix has few entries. To build one, it takes from the
-- lists of the prefixes that are a character longer, and all entries of those that have none: O(characters (SCAN + log N)).
local SCAN, CAP, ENOUGH, LEAST = 200, 100, 75, 50
local terms, entries, tops, lists = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local format = redis.call('HGET', entries, '')
-- A key of another type is an error, which must come before the first write.
redis.call('ZCARD', terms)
redis.call('ZCARD', tops)
redis.call('HLEN', lists)
if format and format ~= ARGV[1] then return {} end

local function before(a, b)
	if a == b then return false end
	for i = 1, math.min(#a, #b) do
		local x, y = string.byte(a, i), string.byte(b, i)
		if x ~= y then return x < y end
	end
	return #a < #b
end

local function prefixes(form)
	local found = {''}
	for at = 1, #form do
		local following = string.byte(form, at + 1)
		-- Not within the bytes of a character.
		if not following or following < 128 or following > 191 then found[#found + 1] = string.sub(form, 1, at) end
	end
	return found
end

local function remember(prefix, size, last)
	redis.call('HSET', lists, prefix, string.format('%04d', size) .. last)
end

local function lastOf(prefix)
	local last = redis.call('ZREVRANGEBYLEX', tops, '(' .. prefix .. '\1', '[' .. prefix .. '\0', 'LIMIT', 0, 1)[1]
	return string.sub(last, #prefix + 2)
end

local function drop(prefix)
	redis.call('ZREMRANGEBYLEX', tops, '[' .. prefix .. '\0', '(' .. prefix .. '\1')
	redis.call('HDEL', lists, prefix)
end

local function count(prefix)
	return redis.call('ZLEXCOUNT', terms, '[' .. prefix, '(' .. prefix .. '\255')
end

-- The best of a prefix, gathered from the lists of the prefixes that are a character longer, and from the entries of
-- those that have none.
local function gather(prefix)
	local weights, best = {}, {}
	local function take(key)
		local weight = struct.unpack('>I8', key)
		local at = #best
		if at == CAP and (weight > weights[at] or (weight == weights[at] and before(best[at], key))) then return false end
		while at > 0 and (weights[at] > weight or (weights[at] == weight and before(key, best[at]))) do at = at - 1 end
		table.insert(weights, at + 1, weight)
		table.insert(best, at + 1, key)
		weights[CAP + 1], best[CAP + 1] = nil, nil
		return true
	end
	local function takeTerm(member, zero)
		return take(string.sub(member, zero + 1, zero + 8) .. string.sub(member, 1, zero) .. string.sub(member, zero + 9))
	end

	-- Those whose whole form is the prefix come by weight.
	for _, member in ipairs(redis.call('ZRANGEBYLEX', terms, '[' .. prefix .. '\0', '(' .. prefix .. '\1', 'LIMIT', 0, CAP)) do
		takeTerm(member, #prefix + 1)
	end
	-- What is behind the end of a list is not known: only what is before all of the ends is certain.
	local certain, owner
	local from = '[' .. prefix .. '\1'
	while from do
		local part = redis.call('ZRANGEBYLEX', terms, from, '(' .. prefix .. '\255', 'LIMIT', 0, SCAN)
		from = #part == SCAN and '(' .. part[#part] or nil
		local longer, listed
		for _, member in ipairs(part) do
			if not longer or string.sub(member, 1, #longer) ~= longer then
				local first, length = string.byte(member, #prefix + 1), 1
				if first >= 240 then length = 4 elseif first >= 224 then length = 3 elseif first >= 192 then length = 2 end
				longer = string.sub(member, 1, #prefix + length)
				listed = redis.call('HGET', lists, longer)
			end
			if listed then
				local at = 0
				repeat
					local keys = redis.call('ZRANGEBYLEX', tops, '[' .. longer .. '\0', '(' .. longer .. '\1', 'LIMIT', at, 20)
					local more = #keys == 20
					for _, key in ipairs(keys) do
						if not take(string.sub(key, #longer + 2)) then
							more = false
							break
						end
					end
					at = at + 20
				until not more
				local last = string.sub(listed, 5)
				if not certain or before(last, certain) then certain, owner = last, longer end
				from = '(' .. longer .. '\255'
				break
			end
			takeTerm(member, string.find(member, '\0', #longer + 1, true))
		end
	end
	while certain and #best > 0 and before(certain, best[#best]) do best[#best] = nil end
	return best, owner
end

local function build(prefix)
	local best, shortest = gather(prefix)
	while #best < ENOUGH and shortest do
		drop(shortest)
		if count(shortest) > SCAN then build(shortest) end
		best, shortest = gather(prefix)
	end
	local scored = {}
	for _, key in ipairs(best) do
		scored[#scored + 1] = 0
		scored[#scored + 1] = prefix .. '\0' .. key
	end
	redis.call('ZADD', tops, unpack(scored))
	remember(prefix, #best, best[#best])
end

local function comesIn(form, key)
	local all = prefixes(form)
	local states = redis.call('HMGET', lists, unpack(all))
	for i, prefix in ipairs(all) do
		if states[i] then
			local size, last = tonumber(string.sub(states[i], 1, 4)), string.sub(states[i], 5)
			if before(key, last) then
				redis.call('ZADD', tops, 0, prefix .. '\0' .. key)
				if size == CAP then
					redis.call('ZREM', tops, prefix .. '\0' .. last)
					last = lastOf(prefix)
				else
					size = size + 1
				end
				remember(prefix, size, last)
			end
		end
	end
	-- Lists are only built where those of longer prefixes know the entry.
	for i, prefix in ipairs(all) do
		if not states[i] then
			-- A longer prefix has fewer entries still.
			if count(prefix) <= SCAN then return end
			build(prefix)
		end
	end
end

local function goesOut(form, key)
	local all = prefixes(form)
	local states = redis.call('HMGET', lists, unpack(all))
	local short = {}
	for i, prefix in ipairs(all) do
		if states[i] and redis.call('ZREM', tops, prefix .. '\0' .. key) == 1 then
			local size, last = tonumber(string.sub(states[i], 1, 4)) - 1, string.sub(states[i], 5)
			remember(prefix, size, (key == last) and lastOf(prefix) or last)
			if size < LEAST then short[#short + 1] = prefix end
		end
	end
	-- The longest first, because the others are built from it.
	for i = #short, 1, -1 do
		drop(short[i])
		if count(short[i]) > SCAN then build(short[i]) end
	end
end

local added, changed, unchanged, removed, missing = 0, 0, 0, 0, 0
for i = 2, #ARGV, 4 do
	local id, weight, form, value = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
	local stored = redis.call('HGET', entries, id)
	local oldWeight, oldForm
	if stored then
		local zero = string.find(stored, '\0', 9, true)
		oldWeight, oldForm = string.sub(stored, 1, 8), string.sub(stored, 9, zero - 1)
		if form == '' then form, value = oldForm, string.sub(stored, zero + 1) end
	end
	local raw = weight .. form .. '\0' .. value
	if not stored and (weight == '' or form == '') then
		missing = missing + 1
	elseif stored == raw then
		unchanged = unchanged + 1
	else
		if not format then
			format = ARGV[1]
			redis.call('HSET', entries, '', format)
		end
		local moves = not stored or oldWeight ~= weight or oldForm ~= form
		if weight == '' then
			redis.call('HDEL', entries, id)
			removed = removed + 1
		else
			redis.call('HSET', entries, id, raw)
			if stored then changed = changed + 1 else added = added + 1 end
		end
		if stored and moves then
			redis.call('ZREM', terms, oldForm .. '\0' .. oldWeight .. id)
			goesOut(oldForm, oldWeight .. oldForm .. '\0' .. id)
		end
		if weight ~= '' and moves then
			redis.call('ZADD', terms, 0, form .. '\0' .. weight .. id)
			comesIn(form, weight .. form .. '\0' .. id)
		end
	end
end
if redis.call('EXISTS', terms) == 0 then redis.call('DEL', entries) end
return {added, changed, unchanged, removed, missing}
