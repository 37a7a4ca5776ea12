-- Delivers the next entry that was not delivered to the group yet. Does not wait.
-- KEYS[1] stream                  KEYS[2] paused, see pause.lua   both in the slot of the queue's tag
-- ARGV[1] group                   ARGV[2] consumer
-- Reply: {id, fields}, empty if there is none or the queue is paused.  O(log N).
if redis.call('EXISTS', KEYS[2]) == 1 then return {} end
local reply = redis.call('XREADGROUP', 'GROUP', ARGV[1], ARGV[2], 'COUNT', 1, 'STREAMS', KEYS[1], '>')
if not reply then return {} end
return reply[1][2][1]
