-- Replies with a number and its argument.
-- KEYS[1] any key          ARGV[1] any text
-- Reply: {7, ARGV[1]}.  O(1).
return {7, ARGV[1], KEYS[1] and nil}
