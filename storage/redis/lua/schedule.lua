-- KEYS when what held; ARGV id due payload
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
redis.call('HDEL', KEYS[3], ARGV[1])
return {'ok', 1}
