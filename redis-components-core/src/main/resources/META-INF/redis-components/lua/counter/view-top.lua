-- Returns the most viewed pages of a day.
-- KEYS[1] day (sorted set of pages)               ARGV[1] how many, less one
-- Reply: pages and their views in turns, the most viewed first.  O(log(pages) + how many).
return redis.call('ZREVRANGE', KEYS[1], 0, ARGV[1], 'WITHSCORES')
