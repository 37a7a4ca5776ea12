-- Counts the messages that a member has not acknowledged. Changes nothing.
-- KEYS[1] members (sorted set: member by position)
-- KEYS[2] meta (hash: seq, tick, op)              both in the slot of the chat
-- ARGV[1] user
-- Reply: the count, -1 no member.  O(log n).
local position = redis.call('ZSCORE', KEYS[1], ARGV[1])
local last = position and redis.call('HGET', KEYS[2], 'seq')
return last and last - position or -1
