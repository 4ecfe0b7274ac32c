-- KEYS game lobby alias link record; ARGV game setup request lobby-version-or-empty
if redis.call('EXISTS', KEYS[3], KEYS[4], KEYS[5]) > 0 then return conflict() end
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply', 'recent')
if table_[1] then
  if table_[1] == ARGV[1] and applied(table_[3], ARGV[3]) then return {'ok', 0} end
  return conflict(table_[1], table_[2])
end
if ARGV[4] ~= '' then
  local version = redis.call('HGET', KEYS[2], 'version') or '0'
  if version ~= ARGV[4] then return conflict(nil, version) end
  redis.call('HDEL', KEYS[2], 'data')
  redis.call('HINCRBY', KEYS[2], 'version', 1)
end
redis.call('HSET', KEYS[1], 'game', ARGV[1], 'ply', 0, 'setup', ARGV[2], 'recent', remember(nil, ARGV[3], 0))
return {'ok', 0}
