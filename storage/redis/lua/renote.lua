-- KEYS links; ARGV name value. Sets what is noted under a name, only if there is something.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return {'ok', 0} end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return {'ok', 1}
