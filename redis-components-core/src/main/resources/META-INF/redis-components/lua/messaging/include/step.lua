-- Returns how many messages a chat drops together; it has fewer than these beyond the most.
local function step(most)
	return math.max(1, math.min(16, math.floor(most / 4)))
end
