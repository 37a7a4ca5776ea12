-- Records a message that cannot be read, and returns when it is tried again.
-- KEYS[1] unread (sorted set: entry by when it could not be read for the first time)
-- ARGV[1] entry                   ARGV[2] for how many milliseconds from then on it is tried again
-- ARGV[3] milliseconds before the second attempt          ARGV[4] and at most before another
-- Reply: milliseconds before the next attempt, -1 if there is none; repeated calls reply the same until bury.lua has made a
-- dead letter of it.  O(log N).
local unread, id, patience = KEYS[1], ARGV[1], tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local first = tonumber(redis.call('ZSCORE', unread, id) or now)
if now - first >= patience then return -1 end
-- Removes nothing. A command that needs no memory comes first, see lock/release.lua.
redis.call('ZREM', unread, '')
local kept = redis.call('PEXPIRE', unread, 2 * patience) == 1
redis.call('ZADD', unread, 'NX', first, id)
if not kept then redis.call('PEXPIRE', unread, 2 * patience) end
-- Another process may have read it in the meantime.
redis.call('ZREMRANGEBYSCORE', unread, '-inf', now - 2 * patience)
local pause = math.min(math.max(tonumber(ARGV[3]), now - first), tonumber(ARGV[4]))
return math.min(pause, patience - (now - first))
