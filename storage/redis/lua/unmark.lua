-- KEYS list; ARGV channel mark. Removes the mark, unless a later one has come.
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then return redis.call('HDEL', KEYS[1], ARGV[1]) end
return 0
