-- Returns which of several users a user follows.
-- KEYS[1] following (sorted set: users)
-- ARGV[1] and on: users
-- Reply: 1 or 0 for each of #ARGV users.  O(n).
local found = redis.call('ZMSCORE', KEYS[1], unpack(ARGV))
for i = 1, #found do found[i] = found[i] and 1 or 0 end
return found
