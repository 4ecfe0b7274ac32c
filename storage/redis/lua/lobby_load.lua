-- KEYS lobby moved coming
local to, frozen = moved(KEYS[2])
if frozen then return {'frozen', to} end
local coming = redis.call('GET', KEYS[3])
if coming then return {'coming', coming} end
local document = redis.call('HMGET', KEYS[1], 'version', 'data')
if to and not document[2] then return {'moved', to} end
return {'ok', tonumber(document[1] or 0), document[2]}
