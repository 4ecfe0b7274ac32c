-- KEYS when what held; ARGV id due
schedule(KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2])
return {'ok', 1}
