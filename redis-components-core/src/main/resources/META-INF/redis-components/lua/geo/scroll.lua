-- Finds the members in an area by distance from its centre, stores them as a snapshot and returns the first page.
-- KEYS[1] points (sorted set)     KEYS[2] snapshot (sorted set: member by distance in metres)
-- ARGV[1] how many at most        ARGV[2] longitude and ARGV[3] latitude of the centre
-- ARGV[4] radius, or width, in metres                         ARGV[5] height in metres, 0 for a radius
-- ARGV[6] how many on the page    ARGV[7] for how many milliseconds they are kept
-- ARGV[8] beyond how many metres they do not count, empty for none
-- Reply: {how many, 1 if there are more than may be kept, member, distance, ...}.  O(members in the area and around it).
local points, snapshot = KEYS[1], KEYS[2]
local most, size = tonumber(ARGV[1]), tonumber(ARGV[6])
local query = {snapshot, points, 'FROMLONLAT', ARGV[2], ARGV[3]}
local shape = ARGV[5] == '0' and {'BYRADIUS', ARGV[4], 'm'} or {'BYBOX', ARGV[4], ARGV[5], 'm'}
for _, word in ipairs(shape) do query[#query + 1] = word end
-- One more than may be kept, to know whether there are more.
for _, word in ipairs({'ASC', 'COUNT', most + 1, 'STOREDIST'}) do query[#query + 1] = word end
redis.call('ZCARD', points)
local count = redis.call('GEOSEARCHSTORE', unpack(query))
local refused = redis.pcall('PEXPIRE', snapshot, ARGV[7])
if type(refused) == 'table' then
	-- Redis does not roll back where a right was taken away: a new key without an expiry would stay for ever.
	redis.call('DEL', snapshot)
	return refused
end
if ARGV[8] ~= '' then count = count - redis.call('ZREMRANGEBYSCORE', snapshot, '(' .. ARGV[8], '+inf') end
local more = count > most
if more then
	redis.call('ZREMRANGEBYRANK', snapshot, most, -1)
	count = most
end
local page = redis.call('ZRANGE', snapshot, 0, size - 1, 'WITHSCORES')
if count <= size then redis.call('DEL', snapshot) end
table.insert(page, 1, count)
table.insert(page, 2, more and 1 or 0)
return page
