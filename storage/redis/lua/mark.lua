-- KEYS list; ARGV channel mark
mark(KEYS[1], ARGV[1], ARGV[2])
return {'ok', 1}
