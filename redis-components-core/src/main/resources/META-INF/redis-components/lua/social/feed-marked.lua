-- Switches an author to pulling after all inboxes of the followers were marked.
-- KEYS[1] posts (hash: under the empty name the way of the author)
-- ARGV[1] the turn in which they were marked
-- Reply: 1 if posts are pulled from now on, else 0.  O(1).
if redis.call('HGET', KEYS[1], '') ~= 'm' .. ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], '', 'p' .. ARGV[1])
return 1
