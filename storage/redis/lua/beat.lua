-- KEYS roll; ARGV worker run lease-milliseconds. A worker says that it is there; those whose lease has ended are removed.
-- Returns 1 if another run had the worker's name, then name age name age ... The first of all counts as always there.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local roll, mine, contested = {}, nil, 0
local entries = redis.call('HGETALL', KEYS[1])
for i = 1, #entries, 2 do
  local since, till, run = string.match(entries[i + 1], '^(%d+) (%d+) (.*)$')
  if tonumber(till) <= now then
    redis.call('HDEL', KEYS[1], entries[i])
  elseif entries[i] == ARGV[1] then
    mine = since
    if run ~= ARGV[2] then contested = 1 end
  else
    roll[#roll + 1] = entries[i]
    roll[#roll + 1] = string.format('%.0f', now - tonumber(since))
  end
end
mine = mine or (#roll == 0 and '0') or string.format('%.0f', now)
redis.call('HSET', KEYS[1], ARGV[1], mine .. ' ' .. string.format('%.0f', now + tonumber(ARGV[3])) .. ' ' .. ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return {contested, ARGV[1], string.format('%.0f', now - tonumber(mine)), unpack(roll)}
