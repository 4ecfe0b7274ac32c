-- A bucket of tokens. KEYS bucket; ARGV burst per-milliseconds now-milliseconds. Returns milliseconds to wait.
local burst, per, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local state = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(state[1] or burst), tonumber(state[2] or now)
if at - now > per then at = now end -- the clock was set back
tokens = math.min(burst, tokens + math.max(0, now - at) * burst / per)
local wait = 0
if tokens >= 1 then tokens = tokens - 1 else wait = math.ceil((1 - tokens) * per / burst) end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', tokens), 'at', string.format('%.0f', math.max(now, at)))
redis.call('PEXPIRE', KEYS[1], math.ceil(per) + 1000)
return wait
