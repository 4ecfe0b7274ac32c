-- KEYS game log done record record-log; ARGV game expected ended summary keep-milliseconds-or-empty
if redis.call('EXISTS', KEYS[4]) == 1 then return {'ok', 0} end
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply')
if table_[1] ~= ARGV[1] or table_[2] ~= ARGV[2] then return conflict(table_[1], table_[2]) end
redis.call('HDEL', KEYS[1], 'recent')
redis.call('HSET', KEYS[1], 'ended', ARGV[3], 'summary', ARGV[4])
redis.call('RENAME', KEYS[1], KEYS[4])
if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('RENAME', KEYS[2], KEYS[5]) end
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
if ARGV[5] ~= '' then
  redis.call('PEXPIRE', KEYS[4], ARGV[5])
  redis.call('PEXPIRE', KEYS[5], ARGV[5])
end
return {'ok', 0}
