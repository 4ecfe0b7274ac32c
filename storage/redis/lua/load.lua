-- KEYS game log snapshot moved coming; ARGV known-game known-ply
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply', 'setup')
local to, frozen = moved(KEYS[4])
if frozen then return {'frozen', to} end
if not table_[1] then
  local coming = redis.call('GET', KEYS[5])
  if coming then return {'coming', coming} end
  return to and {'moved', to} or {'none'}
end
local ply = tonumber(table_[2])
local known = tonumber(ARGV[2])
if ARGV[1] == table_[1] and known <= ply then
  return {'ok', table_[1], ply, table_[3], known, false, redis.call('LRANGE', KEYS[2], known, -1)}
end
local snapshot = redis.call('HMGET', KEYS[3], 'ply', 'data')
local start = tonumber(snapshot[1] or 0)
return {'ok', table_[1], ply, table_[3], start, snapshot[2], redis.call('LRANGE', KEYS[2], start, -1)}
