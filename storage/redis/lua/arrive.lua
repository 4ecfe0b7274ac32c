-- Take in what another channel had, once for each nonce, and all of it or nothing.
-- KEYS game lobby coming arrived moved key...; ARGV nonce, then type ttl count value... for each further key
for _, before in ipairs(redis.call('LRANGE', KEYS[4], 0, -1)) do
  if before == ARGV[1] then return {'ok', 0} end
end
local _, frozen = moved(KEYS[5])
if frozen then return conflict(nil, 0) end
local table_ = redis.call('HMGET', KEYS[1], 'game', 'ply')
if table_[1] then return conflict(table_[1], table_[2]) end
local lobby = redis.call('HMGET', KEYS[2], 'version', 'data')
if lobby[2] then return conflict(nil, lobby[1]) end

local function merge_counts(key, values)
  for i = 1, #values, 2 do
    if redis.call('HSETNX', key, values[i], values[i + 1]) == 0 then
      if tonumber(values[i + 1]) then
        redis.call('HINCRBY', key, values[i], values[i + 1])
      else
        redis.call('HSET', key, values[i], redis.call('HGET', key, values[i]) .. values[i + 1])
      end
    end
  end
end

each_dumped(2, #KEYS - 5, function(key, kind, ttl, values)
  if string.sub(key, -6) == ':stats' then
    merge_counts(key, values)
  else
    write(key, kind, ttl, values)
  end
end, 5)
if lobby[1] then  -- a version never goes back
  local version = math.max(tonumber(lobby[1]), tonumber(redis.call('HGET', KEYS[2], 'version')))
  redis.call('HSET', KEYS[2], 'version', version + 1)
end
redis.call('DEL', KEYS[3])
take_down_signpost(KEYS[5])
redis.call('LPUSH', KEYS[4], ARGV[1])
redis.call('LTRIM', KEYS[4], 0, 15)
return {'ok', 1}
