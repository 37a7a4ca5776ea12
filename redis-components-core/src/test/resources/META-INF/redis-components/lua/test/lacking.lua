-- Includes a file that is not there.
-- KEYS[1] a key                   ARGV[1] a value
-- Reply: none.  O(1).
--- @include nowhere/include/none
return 0
