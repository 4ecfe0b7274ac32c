-- KEYS game log, with an alarm also when what held, with a channel that is owed what is saved also their list,
-- and the list of each channel to mark;
-- ARGV game expected request alarm-id alarm-time owed-channel marks channel mark ... line...
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply', 'recent')
if table_[1] ~= ARGV[1] then return conflict(table_[1], table_[2]) end
local done = applied(table_[3], ARGV[3])
if done then return {'ok', done} end
if table_[2] ~= ARGV[2] then return conflict(table_[1], table_[2]) end
if ARGV[4] ~= '' then schedule(KEYS[3], KEYS[4], KEYS[5], ARGV[4], ARGV[5]) end
local marks = tonumber(ARGV[7])
if ARGV[6] ~= '' then redis.call('SADD', KEYS[#KEYS - marks], ARGV[6]) end
for n = 1, marks do mark(KEYS[#KEYS - marks + n], ARGV[6 + 2 * n], ARGV[7 + 2 * n]) end
local first = 8 + 2 * marks
local ply = tonumber(table_[2]) + #ARGV - first + 1
for line = first, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[line]) end
redis.call('HSET', KEYS[1], 'ply', ply, 'recent', remember(table_[3], ARGV[3], ply))
return {'ok', ply}
