-- KEYS counters; ARGV prefix once name amount...  The field named by the bare prefix remembers what was counted.
local recent = redis.call('HGET', KEYS[1], ARGV[1])
if applied(recent, ARGV[2]) then return {'ok', 0} end
for i = 3, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[1] .. ARGV[i], ARGV[i + 1]) end
redis.call('HSET', KEYS[1], ARGV[1], remember(recent, ARGV[2], 1))
return {'ok', 1}
