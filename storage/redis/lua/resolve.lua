-- KEYS alias moved coming. Returns the channel that keeps the data of an id, or nothing if it is the id itself.
-- `moved` and `coming` are of an earlier version, which copied the data to the new id. In the middle of a copy
-- (`frozen` here, `coming` there) the old id still has everything.
local alias = redis.call('GET', KEYS[1])
if alias then return alias end
local moved = redis.call('HMGET', KEYS[2], 'to', 'frozen')
if moved[1] and not moved[2] then return moved[1] end
return redis.call('GET', KEYS[3])
