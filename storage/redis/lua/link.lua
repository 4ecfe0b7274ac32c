-- KEYS link game lobby alias; ARGV home. A channel that has something of its own cannot be a guest.
local link = redis.call('GET', KEYS[1])
if link == ARGV[1] then return {'ok', 0} end
local table_ = redis.call('HMGET', KEYS[2], 'game', 'ply')
local lobby = redis.call('HMGET', KEYS[3], 'version', 'data')
if link or table_[1] or lobby[2] or redis.call('EXISTS', KEYS[4]) == 1 then
  return conflict(table_[1], table_[2] or lobby[1])
end
redis.call('SET', KEYS[1], ARGV[1])
return {'ok', 1}
