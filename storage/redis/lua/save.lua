-- KEYS game log, with an alarm also when what held, with a channel that is owed what is saved also their list;
-- ARGV game expected request alarm-id alarm-time owed-channel line...
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply', 'recent')
if table_[1] ~= ARGV[1] then return conflict(table_[1], table_[2]) end
local done = applied(table_[3], ARGV[3])
if done then return {'ok', done} end
if table_[2] ~= ARGV[2] then return conflict(table_[1], table_[2]) end
if ARGV[4] ~= '' then schedule(KEYS[3], KEYS[4], KEYS[5], ARGV[4], ARGV[5]) end
if ARGV[6] ~= '' then redis.call('SADD', KEYS[#KEYS], ARGV[6]) end
local ply = tonumber(table_[2]) + #ARGV - 6
for line = 7, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[line]) end
redis.call('HSET', KEYS[1], 'ply', ply, 'recent', remember(table_[3], ARGV[3], ply))
return {'ok', ply}
