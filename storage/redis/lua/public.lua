-- KEYS tables; ARGV count. Returns home time home time ... of public tables, the latest first.
return redis.call('ZREVRANGE', KEYS[1], 0, ARGV[1] - 1, 'WITHSCORES')
