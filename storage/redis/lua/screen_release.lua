-- KEYS screen; ARGV worker. Another worker need not wait until the lease ends.
if redis.call('HGET', KEYS[1], 'worker') == ARGV[1] then redis.call('HDEL', KEYS[1], 'worker', 'until') end
return 1
