-- KEYS any of one hash tag. Returns {key, type, milliseconds-to-live, {values}} for each that exists.
local READ = {
  string = function(key) return {redis.call('GET', key)} end,
  hash = function(key) return redis.call('HGETALL', key) end,
  list = function(key) return redis.call('LRANGE', key, 0, -1) end,
  set = function(key) return redis.call('SMEMBERS', key) end,
  zset = function(key) return redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end,
}
local found = {}
for _, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  if READ[kind] then
    found[#found + 1] = {key, kind, redis.call('PTTL', key), READ[kind](key)}
  end
end
return found
