-- KEYS when what held; ARGV now lease-end lease limit id...  With ids, only those of them that are still due.
-- A claimed deadline is due again when its lease ends.
local found = {}
if #ARGV > 4 then
  for i = 5, #ARGV do
    local due = redis.call('ZSCORE', KEYS[1], ARGV[i])
    if due and tonumber(due) <= tonumber(ARGV[1]) then found[#found + 1] = ARGV[i] end
  end
else
  found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[4])
end
local taken = {}
for _, id in ipairs(found) do
  redis.call('ZADD', KEYS[1], ARGV[2], id)
  redis.call('HSET', KEYS[3], id, ARGV[3])
  taken[#taken + 1] = {id, redis.call('HGET', KEYS[2], id)}
end
return taken
