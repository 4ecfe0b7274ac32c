-- KEYS game log snapshot done record record-log moved; ARGV game expected ended summary keep-milliseconds-or-empty
if redis.call('EXISTS', KEYS[5]) == 1 then return {'ok', 0} end
local to, frozen = moved(KEYS[7])
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply')
if frozen then return {'frozen', to} end
if to and not table_[1] then return {'moved', to} end
if table_[1] ~= ARGV[1] or table_[2] ~= ARGV[2] then return conflict(table_[1], table_[2]) end
redis.call('HDEL', KEYS[1], 'recent')
redis.call('HSET', KEYS[1], 'ended', ARGV[3], 'summary', ARGV[4])
redis.call('RENAME', KEYS[1], KEYS[5])
if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('RENAME', KEYS[2], KEYS[6]) end
redis.call('DEL', KEYS[3])
redis.call('ZADD', KEYS[4], ARGV[3], ARGV[1])
if ARGV[5] ~= '' then
  redis.call('PEXPIRE', KEYS[5], ARGV[5])
  redis.call('PEXPIRE', KEYS[6], ARGV[5])
end
return {'ok', 0}
