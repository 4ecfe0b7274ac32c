-- KEYS lobby alias link; ARGV expected request has-data data
if redis.call('EXISTS', KEYS[2], KEYS[3]) > 0 then return conflict() end
local document = redis.call('HMGET', KEYS[1], 'version', 'recent')
local done = applied(document[2], ARGV[2])
if done then return {'ok', done} end
if (document[1] or '0') ~= ARGV[1] then return conflict(nil, document[1]) end
local version = tonumber(ARGV[1]) + 1
redis.call('HSET', KEYS[1], 'version', version, 'recent', remember(document[2], ARGV[2], version))
if ARGV[3] == '1' then
  redis.call('HSET', KEYS[1], 'data', ARGV[4])
else
  redis.call('HDEL', KEYS[1], 'data')
end
return {'ok', version}
