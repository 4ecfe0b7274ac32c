-- KEYS game log; ARGV game expected setup line...
-- Other words for the same moves: as many lines as before, so the version stays.
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply')
if table_[1] ~= ARGV[1] or table_[2] ~= ARGV[2] then return conflict(table_[1], table_[2]) end
redis.call('HSET', KEYS[1], 'setup', ARGV[3])
redis.call('DEL', KEYS[2])
for line = 4, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[line]) end
return {'ok', tonumber(table_[2])}
