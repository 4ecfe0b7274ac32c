-- Prepended to the scripts that write back what dump.lua read.
local WRITE = {
  string = function(key, v) redis.call('SET', key, v[1]) end,
  hash = function(key, v) for i = 1, #v, 2 do redis.call('HSET', key, v[i], v[i + 1]) end end,
  list = function(key, v) for i = 1, #v do redis.call('RPUSH', key, v[i]) end end,
  set = function(key, v) for i = 1, #v do redis.call('SADD', key, v[i]) end end,
  zset = function(key, v) for i = 1, #v, 2 do redis.call('ZADD', key, v[i + 1], v[i]) end end,
}

local function write(key, kind, ttl, values)
  WRITE[kind](key, values)
  if ttl > 0 then redis.call('PEXPIRE', key, ttl) end
end

local function each_dumped(at, count, take, skipped)
  for i = 1, count do
    local size, values = tonumber(ARGV[at + 2]), {}
    for n = 1, size do values[n] = ARGV[at + 2 + n] end
    take(KEYS[i + (skipped or 0)], ARGV[at], tonumber(ARGV[at + 1]), values)
    at = at + 3 + size
  end
end
