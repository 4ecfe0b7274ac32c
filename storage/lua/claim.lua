-- KEYS when what held; ARGV now lease-end lease limit. A claimed deadline is due again when its lease ends.
local taken = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[4])) do
  redis.call('ZADD', KEYS[1], ARGV[2], id)
  redis.call('HSET', KEYS[3], id, ARGV[3])
  taken[#taken + 1] = {id, redis.call('HGET', KEYS[2], id)}
end
return taken
