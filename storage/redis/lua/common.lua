-- Prepended to the scripts that write. `recent` is " id=version id=version ...", the last few requests that were applied.
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

local function conflict(game, version)
  return {'conflict', game or '', tonumber(version or 0)}
end
