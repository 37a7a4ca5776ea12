-- Adds or removes a follower of a user, unless a later change was recorded.
-- KEYS[1] followers (sorted set: users)   KEYS[2] changes (sorted set: pairs by their last change)
-- both in the slot of the followed user
-- ARGV[1] the follower            ARGV[2] 1 to add, 0 to remove             ARGV[3] stamp of the change
-- ARGV[4] milliseconds for which changes are remembered
-- Reply: 1 if changed, else 0.  O(log N). Forgets at most 500 outdated changes; the next change goes on.
local pair = '<' .. ARGV[1]
local last = redis.call('ZSCORE', KEYS[2], pair)
if last and tonumber(last) >= tonumber(ARGV[3]) then return 0 end
-- A removal first: it needs no memory, and after it a full server refuses nothing, see lock/release.lua.
local changed
if ARGV[2] == '1' then
	changed = redis.call('ZADD', KEYS[1], 0, ARGV[1])
else
	changed = redis.call('ZREM', KEYS[1], ARGV[1])
end
-- Before there is a change: a key without an expiry would stay for ever where a right was taken away.
local kept = redis.call('PEXPIRE', KEYS[2], ARGV[4]) == 1
redis.call('ZADD', KEYS[2], ARGV[3], pair)
if not kept then redis.call('PEXPIRE', KEYS[2], ARGV[4]) end
local time = redis.call('TIME')
local since = string.format('%.0f', time[1] * 1000000 + time[2] - ARGV[4] * 1000)
local outdated = redis.call('ZCOUNT', KEYS[2], '-inf', since)
if outdated > 0 then redis.call('ZREMRANGEBYRANK', KEYS[2], 0, math.min(outdated, 500) - 1) end
return changed
