-- KEYS record record-log; ARGV setup summary line... The time to live stays what it was.
if redis.call('EXISTS', KEYS[1]) == 0 then return {'none'} end
redis.call('HSET', KEYS[1], 'setup', ARGV[1], 'summary', ARGV[2])
redis.call('DEL', KEYS[2])
for line = 3, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[line]) end
local life = redis.call('PTTL', KEYS[1])
if life > 0 then redis.call('PEXPIRE', KEYS[2], life) end
return {'ok'}
