-- Returns whether an author has a post of a given time.
-- KEYS[1] outbox (sorted set: items)      KEYS[2] posts (hash: time and way by post)      both in the slot of the author
-- ARGV[1] post            ARGV[2] twelve hexadecimal digits of its time
-- Reply: 1 or 0, or 3 if outbox or posts is lost, see feed-mend.lua.  O(1).
--- @include social/include/lost
local outbox, posts = KEYS[1], KEYS[2]
if lost(outbox, posts) then return 3 end
local known = redis.call('HGET', posts, ARGV[1])
return (known and string.sub(known, 1, 12) == ARGV[2] and string.sub(known, 13) ~= 'd') and 1 or 0
