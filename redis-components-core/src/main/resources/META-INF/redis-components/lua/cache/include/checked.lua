-- Returns a number up to the year 2100 in microseconds, or -1 for all else.  O(1).
local function checked(text)
  local number = type(text) == 'string' and tonumber(text) or -1
  return number >= 0 and number <= 4102444800000000 and number == math.floor(number) and number or -1
end
-- Returns whether a reply is an error. What is refused is no content of a wrong type.
local function is_refusal(reply)
  return type(reply) == 'table' and not string.find(reply.err, 'WRONGTYPE', 1, true)
end
