-- Returns items of an author's outbox, the newest first.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: under the empty name the way of the author)
-- both in the slot of the author
-- ARGV[1] item to start before, empty for all             ARGV[2] the most items
-- Reply: {1 if the followers pull else 0, items}, or {3} if outbox or posts is lost.  O(log N + n).
--- @include social/include/lost
local outbox, posts = KEYS[1], KEYS[2]
if lost(outbox, posts) then return {3} end
local from = ARGV[1] == '' and '+' or '(' .. ARGV[1]
local reply = redis.call('ZRANGE', outbox, from, '-', 'BYLEX', 'REV', 'LIMIT', 0, ARGV[2])
local way = redis.call('HGET', posts, '')
table.insert(reply, 1, (way and string.sub(way, 1, 1) ~= 's') and 1 or 0)
return reply
