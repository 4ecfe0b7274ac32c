-- KEYS roll; ARGV worker run. A worker goes, unless another run has its name by now.
local entry = redis.call('HGET', KEYS[1], ARGV[1])
if entry and string.match(entry, '^%d+ %d+ (.*)$') == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
return 1
