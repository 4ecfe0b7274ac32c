-- Prepended to the scripts that mark channels. Whoever listens is told at once.
local function mark(list, channel, text)
  redis.call('HSET', list, channel, text)
  redis.call('PUBLISH', 'bastide:marks', channel .. '\31' .. text)
end
