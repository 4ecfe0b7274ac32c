-- Write back what dump.lua read. KEYS of one hash tag; ARGV replace, how many of the KEYS are written, and
-- type ttl count value... for each of those. The others are what has come since.
-- Without `replace` nothing is written if any of the keys exists.
if ARGV[1] ~= '1' then
  for _, key in ipairs(KEYS) do
    if redis.call('EXISTS', key) == 1 then return {'ok', 0} end
  end
end
for _, key in ipairs(KEYS) do redis.call('DEL', key) end
each_dumped(3, tonumber(ARGV[2]), write)
return {'ok', 1}
