-- Write back what dump.lua read. KEYS of one hash tag; ARGV replace, then type ttl count value... for each key.
-- Without `replace` nothing is written if any of the keys exists.
if ARGV[1] ~= '1' then
  for _, key in ipairs(KEYS) do
    if redis.call('EXISTS', key) == 1 then return {'ok', 0} end
  end
end
each_dumped(2, #KEYS, function(key, kind, ttl, values)
  redis.call('DEL', key)
  write(key, kind, ttl, values)
end)
return {'ok', 1}
