-- Prepended to the scripts that set a deadline; a lease on the old one ends.
local function schedule(when, what, held, id, due)
  redis.call('ZADD', when, due, id)
  redis.call('HSET', what, id, due)
  redis.call('HDEL', held, id)
end
