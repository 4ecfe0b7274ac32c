-- Put one token back into a bucket that take.lua took it from. KEYS bucket; ARGV burst
local tokens = redis.call('HGET', KEYS[1], 'tokens')
if tokens then
  redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', math.min(tonumber(ARGV[1]), tokens + 1)))
end
return 1
