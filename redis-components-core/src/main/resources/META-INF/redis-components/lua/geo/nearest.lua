-- Finds the members in an area that are nearest to its centre.
-- KEYS[1] points (sorted set)
-- ARGV[1] how many at most        ARGV[2] longitude and ARGV[3] latitude of the centre
-- ARGV[4] radius, or width, in metres                         ARGV[5] height in metres, 0 for a radius
-- Reply: {member, distance} for each, by distance.  O(members in the area and around it).
local query = {KEYS[1], 'FROMLONLAT', ARGV[2], ARGV[3]}
local shape = ARGV[5] == '0' and {'BYRADIUS', ARGV[4], 'm'} or {'BYBOX', ARGV[4], ARGV[5], 'm'}
for _, word in ipairs(shape) do query[#query + 1] = word end
for _, word in ipairs({'ASC', 'COUNT', ARGV[1], 'WITHDIST'}) do query[#query + 1] = word end
return redis.call('GEOSEARCH', unpack(query))
