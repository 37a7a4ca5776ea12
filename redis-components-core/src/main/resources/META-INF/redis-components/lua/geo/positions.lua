-- Returns the positions of members.
-- KEYS[1] points (sorted set)
-- ARGV[i] members, at most 1000
-- Reply: for each member {longitude, latitude}, or {} if there is none.  O(members).
local places = redis.call('GEOPOS', KEYS[1], unpack(ARGV))
for i = 1, #ARGV do
	places[i] = places[i] or {}
end
return places
