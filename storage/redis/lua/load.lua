-- KEYS game log; ARGV known-game known-ply. Returns game ply setup start {line...} recent, or nothing.
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply', 'setup', 'recent')
if not table_[1] then return false end
local ply, start = tonumber(table_[2]), tonumber(ARGV[2])
if ARGV[1] ~= table_[1] or start > ply then start = 0 end
return {table_[1], ply, table_[3], start, redis.call('LRANGE', KEYS[2], start, -1), table_[4] or ''}
