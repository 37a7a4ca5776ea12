-- Tells the time on the server that has a user's sessions.
-- KEYS[1] when all were revoked: not read, says which server
-- Reply: microseconds.  O(1).
local time = redis.call('TIME')
return time[1] * 1000000 + time[2]
