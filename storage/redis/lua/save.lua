-- KEYS game log snapshot moved; ARGV game expected request has-snapshot snapshot line...
local to, frozen = moved(KEYS[4])
if frozen then return {'frozen', to} end
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply', 'recent')
if not table_[1] and to then return {'moved', to} end
if table_[1] ~= ARGV[1] then return conflict(table_[1], table_[2]) end
local done = applied(table_[3], ARGV[3])
if done then return {'ok', done} end
if table_[2] ~= ARGV[2] then return conflict(table_[1], table_[2]) end
local ply = tonumber(table_[2]) + #ARGV - 5
for line = 6, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[line]) end
redis.call('HSET', KEYS[1], 'ply', ply, 'recent', remember(table_[3], ARGV[3], ply))
if ARGV[4] == '1' then redis.call('HSET', KEYS[3], 'ply', ply, 'data', ARGV[5]) end
return {'ok', ply}
