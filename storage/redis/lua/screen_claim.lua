-- KEYS screen; ARGV worker now until. Returns the screen for the worker that may change it, or nothing for others.
local held = redis.call('HMGET', KEYS[1], 'worker', 'until')
if held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) > tonumber(ARGV[2]) then return false end
redis.call('HSET', KEYS[1], 'worker', ARGV[1], 'until', ARGV[3])
return {redis.call('HGET', KEYS[1], 'data') or ''}
