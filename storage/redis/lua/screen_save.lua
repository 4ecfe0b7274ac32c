-- KEYS screen, with a mark also its list; ARGV worker until data channel mark
-- Saves the screen, unless another worker has claimed it since; and removes the mark, unless a later one has come.
if redis.call('HGET', KEYS[1], 'worker') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'until', ARGV[2], 'data', ARGV[3])
if KEYS[2] and redis.call('HGET', KEYS[2], ARGV[4]) == ARGV[5] then redis.call('HDEL', KEYS[2], ARGV[4]) end
return 1
