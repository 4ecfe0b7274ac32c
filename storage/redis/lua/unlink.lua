-- KEYS link; ARGV home. Removes the link, unless it leads elsewhere by now.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return {'ok', 1}
