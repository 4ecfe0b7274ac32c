-- KEYS game log snapshot moved; ARGV game
local to, frozen = moved(KEYS[4])
if frozen then return {'frozen', to} end
if redis.call('HGET', KEYS[1], 'game') ~= ARGV[1] then return {'ok', 0} end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
return {'ok', 1}
