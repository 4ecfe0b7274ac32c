-- KEYS when what held; ARGV now lease-end lease id...  Claims those ids that are still due; returns {id, time} of each.
-- A claimed deadline is due again when its lease ends.
local claimed = {}
for i = 4, #ARGV do
  local due = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if due and tonumber(due) <= tonumber(ARGV[1]) then
    redis.call('ZADD', KEYS[1], ARGV[2], ARGV[i])
    redis.call('HSET', KEYS[3], ARGV[i], ARGV[3])
    claimed[#claimed + 1] = {ARGV[i], redis.call('HGET', KEYS[2], ARGV[i])}
  end
end
return claimed
