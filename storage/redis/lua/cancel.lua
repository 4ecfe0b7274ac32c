-- KEYS when what held; ARGV lease-or-empty id...  With a lease, only what is still held by it.
local removed = 0
for i = 2, #ARGV do
  if ARGV[1] == '' or redis.call('HGET', KEYS[3], ARGV[i]) == ARGV[1] then
    removed = removed + redis.call('ZREM', KEYS[1], ARGV[i])
    redis.call('HDEL', KEYS[2], ARGV[i])
    redis.call('HDEL', KEYS[3], ARGV[i])
  end
end
return {'ok', removed}
