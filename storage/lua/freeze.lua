-- From now on nobody writes here. KEYS moved; ARGV to nonce begin. Returns the nonce of the move that stands, or
-- '' if there is none and `begin` is not 1.
local trace = redis.call('HMGET', KEYS[1], 'to', 'frozen', 'nonce')
if trace[2] then
  if trace[1] ~= ARGV[1] then return {'moved', trace[1]} end
  return {'ok', trace[3]}
end
if ARGV[3] ~= '1' then return {'ok', ''} end
redis.call('HSET', KEYS[1], 'to', ARGV[1], 'frozen', 1, 'nonce', ARGV[2])
return {'ok', ARGV[2]}
