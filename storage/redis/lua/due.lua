-- KEYS when; ARGV now offset count. Returns id time id time ... of the deadlines that are due, the earliest first.
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', ARGV[2], ARGV[3])
