-- Reads an author's outbox, the newest first.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: under the empty name the way of the author)
-- both in the slot of the author
-- ARGV[1] only items before that, empty for all           ARGV[2] the most that are wanted
-- Reply: {1 if its followers pull else 0, items}.  O(log N + n).
local from = ARGV[1] == '' and '+' or '(' .. ARGV[1]
local reply = redis.call('ZRANGE', KEYS[1], from, '-', 'BYLEX', 'REV', 'LIMIT', 0, ARGV[2])
local way = redis.call('HGET', KEYS[2], '')
table.insert(reply, 1, (way and string.sub(way, 1, 1) ~= 's') and 1 or 0)
return reply
