-- Delivers the next entry that was not delivered to the group yet. Does not wait.
-- KEYS[1] stream                  ARGV[1] group                  ARGV[2] consumer
-- Reply: {id, fields}, empty if there is none.  O(log N).
local reply = redis.call('XREADGROUP', 'GROUP', ARGV[1], ARGV[2], 'COUNT', 1, 'STREAMS', KEYS[1], '>')
if not reply then return {} end
return reply[1][2][1]
