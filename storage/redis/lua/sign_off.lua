-- KEYS roll; ARGV worker run. Removes a worker, unless a later run has its name.
local entry = redis.call('HGET', KEYS[1], ARGV[1])
if entry and string.match(entry, '^%d+ %d+ (.*)$') == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
return 1
