-- A channel learns that another one's table is coming. KEYS game lobby coming moved; ARGV from
local to, frozen = moved(KEYS[4])
if frozen then return {'frozen', to} end
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply')
if table_[1] then return conflict(table_[1], table_[2]) end
local lobby = redis.call('HMGET', KEYS[2], 'version', 'data')
if lobby[2] then return conflict(nil, lobby[1]) end
redis.call('SET', KEYS[3], ARGV[1])
return {'ok', 0}
