-- Write back what dump.lua read. KEYS of one hash tag; ARGV replace, how many of the KEYS are written, and
-- type ttl count value... for each of those. The other KEYS came after the backup and are deleted.
-- Without `replace` nothing is written if any of the keys exists.
local WRITE = {
  string = function(key, v) redis.call('SET', key, v[1]) end,
  hash = function(key, v) for i = 1, #v, 2 do redis.call('HSET', key, v[i], v[i + 1]) end end,
  list = function(key, v) for i = 1, #v do redis.call('RPUSH', key, v[i]) end end,
  set = function(key, v) for i = 1, #v do redis.call('SADD', key, v[i]) end end,
  zset = function(key, v) for i = 1, #v, 2 do redis.call('ZADD', key, v[i + 1], v[i]) end end,
}
if ARGV[1] ~= '1' then
  for _, key in ipairs(KEYS) do
    if redis.call('EXISTS', key) == 1 then return {'ok', 0} end
  end
end
for _, key in ipairs(KEYS) do redis.call('DEL', key) end
local at = 3
for i = 1, tonumber(ARGV[2]) do
  local ttl, size, values = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), {}
  for n = 1, size do values[n] = ARGV[at + 2 + n] end
  WRITE[ARGV[at]](KEYS[i], values)
  if ttl > 0 then redis.call('PEXPIRE', KEYS[i], ttl) end
  at = at + 3 + size
end
return {'ok', 1}
