-- KEYS when. Returns the earliest time, or nothing.
return {redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]}
