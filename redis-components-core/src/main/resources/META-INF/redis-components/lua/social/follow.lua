-- Follows or unfollows a user, and stamps the change.
-- KEYS[1] following (sorted set: users by microseconds)   KEYS[2] changes (sorted set: pairs by their last change)
-- both in the slot of the follower
-- ARGV[1] the other user          ARGV[2] 1 to follow, 0 to unfollow               ARGV[3] the most users to follow
-- ARGV[4] expected last change of the pair, 0 for none, empty for any
-- ARGV[5] milliseconds for which changes are remembered
-- Reply: {0, stamp} unchanged, {1, stamp} changed, {2} too many users are followed, {3} another last change,
-- and the pair is not as it is to be.
-- O(log N). Forgets at most 500 outdated changes; the next change goes on.
local following, changes, other = KEYS[1], KEYS[2], ARGV[1]
local pair = '>' .. other
local last = redis.call('ZSCORE', changes, pair) or '0'
local since = redis.call('ZSCORE', following, other)
local follow = ARGV[2] == '1'
if ARGV[4] ~= '' and ARGV[4] ~= last then
	-- The other side may lack a change that is there: the reply was lost, or somebody else made it.
	if follow == (since and true or false) then return {0, last} end
	return {3}
end
if follow and not since and redis.call('ZCARD', following) >= tonumber(ARGV[3]) then return {2} end

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local newest = tonumber(redis.call('ZREVRANGE', following, 0, 0, 'WITHSCORES')[2] or 0)
-- Greater than the stamps of all followed users and of the last change of the pair, even if the clock was set back:
-- the change with the greater stamp wins.
local stamp = string.format('%.0f', math.max(now, newest + 1, tonumber(last) + 1))
if follow and not since then redis.call('ZADD', following, stamp, other) end
-- Also if there is none: it needs no memory, and after it a full server refuses nothing, see lock/release.lua.
if not follow then redis.call('ZREM', following, other) end
-- Before there is a change: a key without an expiry would stay for ever where a right was taken away.
local kept = redis.call('PEXPIRE', changes, ARGV[5]) == 1
redis.call('ZADD', changes, stamp, pair)
if not kept then redis.call('PEXPIRE', changes, ARGV[5]) end
local outdated = redis.call('ZCOUNT', changes, '-inf', string.format('%.0f', now - ARGV[5] * 1000))
if outdated > 0 then redis.call('ZREMRANGEBYRANK', changes, 0, math.min(outdated, 500) - 1) end
return {follow == not since and 1 or 0, stamp}
