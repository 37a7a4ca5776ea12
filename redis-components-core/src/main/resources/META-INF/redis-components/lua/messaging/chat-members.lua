-- Returns the members of a chat and the tick of this state. Changes nothing.
-- KEYS[1] members (sorted set: member by position)            KEYS[2] meta (hash: seq, tick, op)
-- both in the slot of the chat
-- Reply: {tick, members, slowest reader first}.  O(n).
local time = redis.call('TIME')
local before = tonumber(redis.call('HGET', KEYS[2], 'tick') or 0)
return {string.format('%.0f', math.max(time[1] * 1000000 + time[2], before)), redis.call('ZRANGE', KEYS[1], 0, -1)}
