-- KEYS results index; ARGV game line
local place = redis.call('HGET', KEYS[2], ARGV[1])
if not place then return {'ok', 0} end
redis.call('LSET', KEYS[1], place, ARGV[2])
return {'ok', 1}
