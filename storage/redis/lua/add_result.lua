-- KEYS results index; ARGV game line. The index knows the place of every game in the list: no game has two lines.
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return {'ok', 0} end
redis.call('HSET', KEYS[2], ARGV[1], redis.call('RPUSH', KEYS[1], ARGV[2]) - 1)
return {'ok', 1}
