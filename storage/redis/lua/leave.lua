-- The copy has arrived: drop what was here and leave a signpost. KEYS moved key...; ARGV nonce
-- Without other keys the move is called off instead, and the channel thaws.
local trace = redis.call('HMGET', KEYS[1], 'frozen', 'nonce')
if not trace[1] or trace[2] ~= ARGV[1] then return {'ok', 0} end
if #KEYS == 1 then
  redis.call('HDEL', KEYS[1], 'to', 'nonce', 'frozen')
else
  for i = 2, #KEYS do redis.call('DEL', KEYS[i]) end
  redis.call('HDEL', KEYS[1], 'frozen')
end
return {'ok', 1}
