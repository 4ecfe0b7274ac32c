-- From now on nobody writes here. KEYS moved; ARGV to nonce begin. Returns the nonce of the move under way, or ''
-- if it is over, or if there is none and `begin` is not 1.
local trace = redis.call('HMGET', KEYS[1], 'to', 'frozen', 'nonce')
if trace[1] and trace[1] ~= ARGV[1] then return {'moved', trace[1]} end
if trace[2] then return {'ok', trace[3]} end
if trace[1] or ARGV[3] ~= '1' then return {'ok', ''} end
redis.call('HSET', KEYS[1], 'to', ARGV[1], 'frozen', 1, 'nonce', ARGV[2])
return {'ok', ARGV[2]}
