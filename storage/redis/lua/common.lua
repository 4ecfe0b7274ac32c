-- Prepended to every script. `recent` is " id=version id=version ...", the last few requests that were applied.
local KEPT = 8

local function applied(recent, request)
  if not recent then return nil end
  local _, stop = string.find(recent, ' ' .. request .. '=', 1, true)
  return stop and tonumber(string.match(recent, '^%d+', stop + 1))
end

local function remember(recent, request, version)
  recent = (recent or '') .. ' ' .. request .. '=' .. version
  local _, count = string.gsub(recent, ' ', '')
  if count > KEPT then recent = string.sub(recent, (string.find(recent, ' ', 2, true))) end
  return recent
end

-- Where a channel was moved to; a trace that is no longer frozen is only a signpost.
local function moved(key)
  local to = redis.call('HMGET', key, 'to', 'frozen')
  return to[1], to[2]
end

-- The place is used again; finished games of old are still looked for where they went.
local function take_down_signpost(key)
  local to = redis.call('HGET', key, 'to')
  if to then
    redis.call('HDEL', key, 'to', 'nonce')
    redis.call('HSET', key, 'past', to)
  end
end

local function conflict(game, version)
  return {'conflict', game or '', tonumber(version or 0)}
end
