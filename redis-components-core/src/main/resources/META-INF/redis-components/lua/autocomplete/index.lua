-- Changes and completes an index of prefixes.
-- KEYS[1] terms (sorted set: search form, a zero byte, eight bytes of weight, id)
-- KEYS[2] entries (hash by id: eight bytes of weight, search form, a zero byte, value; under the empty id the format)
-- KEYS[3] tops (sorted set: prefix, a zero byte, eight bytes of weight, rest of the search form, a zero byte, id)
-- KEYS[4] lists (hash by prefix: number of its entries in tops, in four digits, and the last of them)
-- all in the slot of the index's name
-- ARGV[1] format
-- ARGV[2] 'complete'   ARGV[3] prefix in search form   ARGV[4] maximum number of entries; writes nothing
-- ARGV[2] 'change'     ARGV[3] and following, four for each change: id, eight bytes of weight, search form, value;
-- without a weight the entry is removed, without a form it keeps its form and value and gets the weight
-- ARGV[2] 'mend'       ARGV[3] path: a search form or a prefix; builds the missing lists of its prefixes
-- ARGV[2] 'build'      ARGV[3] prefix; builds its list
-- Reply: {0} the index has another format
--        {2} a key is lost, see index-restore.lua; nothing was written
--        {3, path} complete: a list is missing; 'mend' the path and complete again
--        {1, id, entry, id, entry and so on} complete: heaviest first
--        {1, done, added, changed, unchanged, removed, missing, path...} change: number of changes made; the others must
--        be sent again, after a 'mend' of each path
--        {1} mend, build: complete; {1, prefix} 'build' the prefix and send the same call again
-- O(k log N) for each change and complete, with k the bytes of the form; lists are built until WORK commands are done.
-- Weights are stored as the difference from the maximum, as big-endian numbers below 2^53, so that bytes sort the
-- heaviest first. Strings are never compared by <, which depends on the server's locale.
--
-- A prefix is any beginning of a form in bytes. A list contains the best entries of its prefix without a gap: an entry
-- that is worse than its last is not added, a better one is, and entries beyond CAP are dropped. Removals shorten a list.
-- A list with fewer than LEAST entries, the maximum of a call, is rebuilt with at least ENOUGH, or dropped if few entries
-- remain. A prefix has no list if it has at most SCAN entries, or if a longer prefix has a list and all but REST of its
-- entries; these are then read one by one. This bounds the number of lists by N / 32 for forms of any length and
-- similarity. A list is built by merging those of the prefixes that are one byte longer.
-- A script that has done WORK commands leaves the rest to the next one. The next call that needs a list detects if it is
-- missing, short or lost. Lists and tops contain the same mark; lists without their tops are ignored.
local SCAN, REST, CAP, ENOUGH, LEAST, WORK = 128, 64, 100, 75, 50, 1200
-- Maximum length of a prefix with a list. No accepted form is longer.
local LONGEST = 768
-- A byte that no form contains.
local MARK = '\255'
local terms, entries, tops, lists = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local format = redis.call('HGET', entries, '')
-- A key of another type must fail before the first write.
local total, stored = redis.call('ZCARD', terms), redis.call('HLEN', entries)
-- By the command that a change needs later: a missing right must fail before the first write.
local mark = redis.call('HMGET', lists, MARK)[1]
local marked = mark and redis.call('ZSCORE', tops, MARK .. mark)
if not mark then redis.call('ZCARD', tops) end
-- Earlier versions stored the format without a number, and a list for each prefix.
local current = format == ARGV[1]
if format and not current and format .. ' 2' ~= ARGV[1] then return {0} end
if total ~= math.max(stored - 1, 0) then return {2} end
local whole = current and marked

local work = 0
local function call(...)
	work = work + 1
	return redis.call(...)
end

local function sizeOf(state) return tonumber(string.sub(state, 1, 4)) end

local function count(prefix)
	return call('ZLEXCOUNT', terms, '[' .. prefix, '(' .. prefix .. '\255')
end

local function before(a, b)
	if a == b then return false end
	local at = 1
	while string.sub(a, at, at + 15) == string.sub(b, at, at + 15) do at = at + 16 end
	for i = at, math.min(#a, #b) do
		local x, y = string.byte(a, i), string.byte(b, i)
		if x ~= y then return x < y end
	end
	return #a < #b
end

local function middleOf(prefix, n)
	local first = call('ZRANGEBYLEX', terms, '[' .. prefix, '(' .. prefix .. '\255', 'LIMIT', 0, 1)[1]
	local rank = call('ZRANK', terms, first) + math.floor(n / 2)
	return call('ZRANGE', terms, rank, rank)[1]
end

-- Returns the list that serves a prefix of n entries, more than 2 REST: its own, or that of a longer prefix that lacks at
-- most `rest` of them. The longer prefix has most of the entries, and therefore the one in the middle.
local function cover(prefix, n, rest)
	if not whole then return end
	local state = call('HGET', lists, prefix)
	if state then return prefix, state, n end
	local middle, longer = middleOf(prefix, n), {}
	for at = #prefix + 1, math.min(string.find(middle, '\0', 1, true) - 1, LONGEST) do
		longer[#longer + 1] = string.sub(middle, 1, at)
	end
	if #longer == 0 then return end
	work = work + #longer / 8
	for i, state in ipairs(call('HMGET', lists, unpack(longer))) do
		if state then
			local covered = count(longer[i])
			if n - covered <= rest then return longer[i], state, covered end
			return
		end
	end
end

-- Collects the best entries of a prefix.
local function collector(prefix, cap)
	local weights, best = {}, {}
	local self = {best = best}

	-- Creates a key only for an entry that is among the best.
	local function take(weight, from, make)
		local at = #best
		if at == cap and weight > weights[at] then return false end
		local key = make(from)
		if at == cap and weight == weights[at] and before(best[at], key) then return false end
		while at > 0 and (weights[at] > weight or (weights[at] == weight and before(key, best[at]))) do at = at - 1 end
		table.insert(weights, at + 1, weight)
		table.insert(best, at + 1, key)
		weights[cap + 1], best[cap + 1] = nil, nil
		return true
	end

	local zero
	local function ofTerm(member)
		return string.sub(member, zero + 1, zero + 8) .. string.sub(member, #prefix + 1, zero) .. string.sub(member, zero + 9)
	end

	function self.term(member)
		zero = string.find(member, '\0', #prefix + 1, true)
		take(struct.unpack('>I8', member, zero + 1), member, ofTerm)
	end

	function self.terms(from, to, limit)
		local part = call('ZRANGEBYLEX', terms, from, to, 'LIMIT', 0, limit)
		work = work + #part / 2
		for _, member in ipairs(part) do self.term(member) end
	end

	-- Adds the list of a longer prefix. Entries beyond its end are unknown, unless it contains all entries.
	function self.list(longer, state, entries)
		local lacking = string.sub(longer, #prefix + 1)
		local function ofList(key) return string.sub(key, 1, 8) .. lacking .. string.sub(key, 9) end
		local at, more = 0, true
		while more do
			local keys = call('ZRANGEBYLEX', tops, '[' .. longer .. '\0', '(' .. longer .. '\1', 'LIMIT', at, 20)
			more = #keys == 20
			work = work + #keys / 2
			for _, key in ipairs(keys) do
				key = string.sub(key, #longer + 2)
				if not take(struct.unpack('>I8', key), key, ofList) then
					more = false
					break
				end
			end
			at = at + 20
		end
		local last = ofList(string.sub(state, 5))
		if sizeOf(state) < entries and (not self.certain or before(last, self.certain)) then
			self.certain, self.owner = last, longer
		end
	end

	-- Adds a list that serves the prefix, or one that begins with it, and the entries that the list lacks.
	function self.covered(outer, longer, state, limit)
		self.list(longer, state[1], state[2])
		if longer ~= outer then
			self.terms('[' .. outer, '(' .. longer, limit)
			self.terms('[' .. longer .. '\255', '(' .. outer .. '\255', limit)
		end
	end
	return self
end

if ARGV[2] == 'complete' then
	if not format then return {1} end
	local prefix, wanted = ARGV[3], tonumber(ARGV[4])
	local keys, from = {}, #prefix + 2
	if whole and redis.call('HEXISTS', lists, prefix) == 1 then
		keys = redis.call('ZRANGEBYLEX', tops, '[' .. prefix .. '\0', '(' .. prefix .. '\1', 'LIMIT', 0, wanted)
		if #keys < wanted and #keys < count(prefix) then return {3, prefix} end
	else
		-- A prefix whose number of entries has just exceeded the limit has no list yet.
		local best, n = collector(prefix, wanted), count(prefix)
		if n <= 2 * SCAN or #prefix >= LONGEST then
			best.terms('[' .. prefix, '(' .. prefix .. '\255', 2 * SCAN)
		else
			local longer, state, covered = cover(prefix, n, 2 * REST)
			if not longer or (sizeOf(state) < wanted and sizeOf(state) < covered) then return {3, prefix} end
			best.covered(prefix, longer, {state, covered}, 2 * REST)
		end
		keys, from = best.best, 1
	end
	local reply, ids = {1}, {}
	for i, key in ipairs(keys) do ids[i] = string.sub(key, string.find(key, '\0', from + 8, true) + 1) end
	if #ids > 0 then
		for i, entry in ipairs(redis.call('HMGET', entries, unpack(ids))) do
			reply[#reply + 1] = ids[i]
			reply[#reply + 1] = entry
		end
	end
	return reply
end

if not whole then
	-- Lists of an earlier version, lists without tops, or tops without lists: each is rebuilt at its next use.
	redis.call('UNLINK', tops, lists)
	if format and not current then redis.call('HSET', entries, '', ARGV[1]) end
end

local function prefixes(form)
	local found = {''}
	for at = 1, math.min(#form, LONGEST) do found[at + 1] = string.sub(form, 1, at) end
	work = work + #found / 8
	return found
end

local function remember(prefix, size, last)
	call('HSET', lists, prefix, string.format('%04d', size) .. last)
end

local function lastOf(prefix)
	local last = call('ZREVRANGEBYLEX', tops, '(' .. prefix .. '\1', '[' .. prefix .. '\0', 'LIMIT', 0, 1)[1]
	return last and string.sub(last, #prefix + 2)
end

local function drop(prefix)
	call('ZREMRANGEBYLEX', tops, '[' .. prefix .. '\0', '(' .. prefix .. '\1')
	call('HDEL', lists, prefix)
end

-- Returns the prefix whose list is built for a prefix of n entries: the longest one that lacks at most REST of them, so
-- that the list serves for long. It contains the entry in the middle.
local function placeOf(prefix, n)
	local middle = middleOf(prefix, n)
	local least, most = #prefix, math.min(string.find(middle, '\0', 1, true) - 1, LONGEST)
	while least < most do
		local at = math.ceil((least + most) / 2)
		if n - count(string.sub(middle, 1, at)) <= REST then least = at else most = at - 1 end
	end
	return string.sub(middle, 1, least)
end

-- Returns the best entries of a prefix, or nil, the prefix whose list must be built first, and the prefix that it serves.
local function gather(prefix)
	local best = collector(prefix, CAP)
	-- Entries whose whole form is the prefix, by weight.
	best.terms('[' .. prefix .. '\0', '(' .. prefix .. '\1', CAP)
	local from, to = '[' .. prefix .. '\1', '(' .. prefix .. '\255'
	while from do
		local part = call('ZRANGEBYLEX', terms, from, to, 'LIMIT', 0, SCAN)
		work = work + #part / 2
		local longer = (#part == SCAN) and string.sub(part[SCAN], 1, #prefix + 1)
		for _, member in ipairs(part) do
			if longer and string.sub(member, 1, #longer) == longer then break end
			best.term(member)
		end
		from = nil
		if longer then
			local n = count(longer)
			if n <= SCAN then
				best.terms('[' .. longer, '(' .. longer .. '\255', SCAN)
			else
				local list, state, covered = cover(longer, n, REST)
				if not list then return nil, placeOf(longer, n), longer end
				if sizeOf(state) < LEAST then return nil, list end
				best.covered(longer, list, {state, covered}, REST)
			end
			from = '(' .. longer .. '\255'
		end
	end
	local found = best.best
	while best.certain and #found > 0 and before(best.certain, found[#found]) do found[#found] = nil end
	if best.owner and #found < ENOUGH then return nil, best.owner end
	return found
end

local function write(prefix, found)
	if not whole then
		local time = call('TIME')
		mark, whole = time[1] .. '.' .. time[2], true
		call('HSET', lists, MARK, mark)
		call('ZADD', tops, 0, MARK .. mark)
	end
	local scored = {}
	for _, key in ipairs(found) do
		scored[#scored + 1] = 0
		scored[#scored + 1] = prefix .. '\0' .. key
	end
	work = work + #found
	call('ZADD', tops, unpack(scored))
	remember(prefix, #found, found[#found])
end

-- Builds the list of a prefix after those that it is built from. Skips a list whose prefix another list serves by then.
-- Sets `unfinished` to the prefix that remains to be built.
local unfinished
local function build(wanted, reason)
	local open, reasons = {wanted}, {reason}
	while #open > 0 do
		local prefix = open[#open]
		if work > WORK then
			unfinished = prefix
			return false
		end
		local n, own = count(prefix), whole and call('HGET', lists, prefix)
		local found, first
		reason = not own and reasons[#open]
		if n > REST and not (reason and cover(reason, count(reason), REST)) then found, first, reason = gather(prefix) end
		if first then
			open[#open + 1] = first
			reasons[#open] = reason
		else
			if own then drop(prefix) end
			if found then write(prefix, found) end
			reasons[#open] = nil
			open[#open] = nil
		end
	end
	return true
end

-- Builds the missing lists of the prefixes of a path. Returns whether all were built.
local function mend(path)
	local all, todo, reasons, at = prefixes(path), {}, {}, 1
	local states = call('HMGET', lists, unpack(all))
	while at <= #all do
		if states[at] then
			if sizeOf(states[at]) < LEAST then todo[#todo + 1] = all[at] end
		else
			-- The first prefix after a list has the most entries of the following ones.
			local n = count(all[at])
			if n <= SCAN then break end
			local longer, state = cover(all[at], n, REST)
			if longer and sizeOf(state) < LEAST then todo[#todo + 1] = longer end
			if not longer then
				longer = placeOf(all[at], n)
				todo[#todo + 1] = longer
				reasons[#todo] = all[at]
			end
			-- Few entries of the path remain outside the list.
			if string.sub(path, 1, #longer) ~= longer then break end
			at = #longer + 1
		end
		at = at + 1
	end
	-- The longest first, because the others are built from it.
	for i = #todo, 1, -1 do
		if not build(todo[i], reasons[i]) then return false end
	end
	return true
end

if ARGV[2] ~= 'change' then
	local step = (ARGV[2] == 'mend') and mend or build
	if total > 0 then step(ARGV[3]) end
	return {1, unfinished}
end

local function comesIn(form, weight, id)
	if not whole then return end
	local all = prefixes(form)
	for i, state in ipairs(call('HMGET', lists, unpack(all))) do
		if state then
			local prefix, size, last = all[i], sizeOf(state), string.sub(state, 5)
			local key = weight .. string.sub(form, i) .. '\0' .. id
			if before(key, last) then
				call('ZADD', tops, 0, prefix .. '\0' .. key)
				if size == CAP then
					call('ZREM', tops, prefix .. '\0' .. last)
					last = lastOf(prefix)
				else
					size = size + 1
				end
				remember(prefix, size, last)
			end
		end
	end
end

-- Returns whether all lists are long enough.
local function goesOut(form, weight, id)
	if not whole then return true end
	local all, short = prefixes(form), {}
	for i, state in ipairs(call('HMGET', lists, unpack(all))) do
		if state then
			local prefix, size, last = all[i], sizeOf(state), string.sub(state, 5)
			local key = weight .. string.sub(form, i) .. '\0' .. id
			if call('ZREM', tops, prefix .. '\0' .. key) == 1 then
				size = size - 1
				if key == last then last = lastOf(prefix) end
				if last then remember(prefix, size, last) else drop(prefix) end
			end
			if size < LEAST then short[#short + 1] = prefix end
		end
	end
	for i = #short, 1, -1 do
		if not build(short[i]) then return false end
	end
	return true
end

local done, added, changed, unchanged, removed, missing = 0, 0, 0, 0, 0, 0
local paths = {}
for i = 3, #ARGV, 4 do
	local id, weight, form, value = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
	local stored = call('HGET', entries, id)
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
			call('HSET', entries, '', format)
		end
		local moves = not stored or oldWeight ~= weight or oldForm ~= form
		-- First: where a right was taken away, the number of terms then shows that one is missing, see index-restore.lua.
		if stored and moves then call('ZREM', terms, oldForm .. '\0' .. oldWeight .. id) end
		if weight == '' then
			call('HDEL', entries, id)
			removed = removed + 1
		else
			call('HSET', entries, id, raw)
			if stored then changed = changed + 1 else added = added + 1 end
		end
		if stored and moves and not goesOut(oldForm, oldWeight, id) then paths[#paths + 1] = oldForm end
		if weight ~= '' and moves then
			call('ZADD', terms, 0, form .. '\0' .. weight .. id)
			comesIn(form, weight, id)
			-- Reads allow for some entries more than there may be without a list.
			if (i % 32 == 3 or i + 4 > #ARGV) and not mend(form) then paths[#paths + 1] = form end
		end
	end
	done = done + 1
	if work > WORK then break end
end
if redis.call('EXISTS', terms) == 0 then redis.call('UNLINK', entries, tops, lists) end
return {1, done, added, changed, unchanged, removed, missing, unpack(paths)}
