-- Precedes the text of a script when a restricted user runs it for the first time. Fails before anything is written if the
-- user may not run a command that the script needs. Redis checks the permission before the arguments, so a form of the
-- command that changes nothing shows whether it is permitted. Commands without such a form come last, and their result is
-- removed by a command that is known to be permitted. Optional commands (PUBLISH, INFO) are not tried.
-- KEYS[1] a key of the script; trials use a key beside it, which does not exist before and after
-- need    the commands of the script, with their subcommands; set by the line before this
-- Reply: an error that begins with NOPERM, or none, and the script runs.  O(N) for N commands.
local key = KEYS[1] .. ':rights'
local forms = {
	TIME = {}, ['BF.RESERVE'] = {key, 'x', 'x'}, ['BF.INSERT'] = {key, 'NOCREATE', 'ITEMS', 'x'},
	['BF.MEXISTS'] = {key, 'x'}, ['BF.INFO'] = {key},
	DEL = {key}, EXISTS = {key}, PERSIST = {key}, PEXPIRE = {key, 1}, PEXPIREAT = {key, 1}, PTTL = {key},
	RENAME = {key, key}, TYPE = {key}, UNLINK = {key},
	BITCOUNT = {key}, BITFIELD = {key, 'GET', 'u1', 0}, BITOP = {'x', key, key}, GET = {key}, GETBIT = {key, 0},
	INCRBY = {key, 'x'}, SET = {key, 'x', 'x'}, SETBIT = {key, -1, 1},
	HDEL = {key, 'x'}, HEXISTS = {key, 'x'}, HGET = {key, 'x'}, HGETALL = {key}, HINCRBY = {key, 'x', 'x'},
	HKEYS = {key}, HLEN = {key}, HMGET = {key, 'x'}, HRANDFIELD = {key}, HSCAN = {key, 0}, HSET = {key, 'x', 'x', 'x'},
	LINDEX = {key, 0}, LLEN = {key}, LREM = {key, 0, 'x'}, LRANGE = {key, 0, 0}, LTRIM = {key, 0, 0}, RPOP = {key},
	SCARD = {key}, SISMEMBER = {key, 'x'}, SMEMBERS = {key}, SREM = {key, 'x'}, SUNIONSTORE = {key, key},
	SINTER = {key}, SUNION = {key},
	ZADD = {key, 'x', 'x'}, ZCARD = {key}, ZCOUNT = {key, 0, 0}, ZINCRBY = {key, 'x', 'x'}, ZLEXCOUNT = {key, '-', '+'},
	ZMSCORE = {key, 'x'}, ZRANGE = {key, 0, 0}, ZRANGEBYLEX = {key, '-', '+'}, ZRANGEBYSCORE = {key, 0, 0},
	ZRANK = {key, 'x'}, ZREM = {key, 'x'}, ZREMRANGEBYLEX = {key, '-', '+'}, ZREMRANGEBYRANK = {key, 0, 0},
	ZREMRANGEBYSCORE = {key, 0, 0}, ZREVRANGE = {key, 0, 0}, ZREVRANGEBYLEX = {key, '+', '-'},
	ZREVRANGEBYSCORE = {key, 0, 0}, ZREVRANK = {key, 'x'}, ZSCORE = {key, 'x'},
	PFCOUNT = {key},
	GEOADD = {key, 'x', 'x', 'x'}, GEODIST = {key, 'x', 'y'}, GEOPOS = {key, 'x'},
	GEOSEARCH = {key, 'FROMLONLAT', 'x', 'x', 'BYRADIUS', 1, 'm'},
	GEOSEARCHSTORE = {key, key, 'FROMLONLAT', 'x', 'x', 'BYRADIUS', 1, 'm'},
	XACK = {key, 'x', '0-0'}, XADD = {key, '0-0', 'x', 'x'}, XCLAIM = {key, 'x', 'x', 0, '0-0'}, XDEL = {key, '0-0'},
	XLEN = {key}, XPENDING = {key, 'x'}, XRANGE = {key, '-', '+'}, XREVRANGE = {key, '+', '-'},
	XREADGROUP = {'GROUP', 'x', 'x', 'STREAMS', key, '>'}, XTRIM = {key, 'MAXLEN', 0},
	['XGROUP CREATE'] = {'CREATE', key, 'x', 'x'}, ['XGROUP CREATECONSUMER'] = {'CREATECONSUMER', key, 'x', 'x'},
	['XGROUP DELCONSUMER'] = {'DELCONSUMER', key, 'x', 'x'},
	['XGROUP DESTROY'] = {'DESTROY', key, 'x'}, ['XGROUP SETID'] = {'SETID', key, 'x', '0'},
	['XINFO CONSUMERS'] = {'CONSUMERS', key, 'x'}, ['XINFO GROUPS'] = {'GROUPS', key}, ['XINFO STREAM'] = {'STREAM', key},
}
local making = {LPUSH = {key, 'x'}, PFADD = {key, 'x'}, PFMERGE = {key, key}, RPUSH = {key, 'x'}, SADD = {key, 'x'}}
local removing = {DEL = {}, UNLINK = {}, PEXPIREAT = {1}, LTRIM = {1, 0}, RPOP = {}}
local function refused(command, form)
	local reply = redis.pcall(string.match(command, '^%S+'), unpack(form))
	local refusal = type(reply) == 'table' and reply.err or ''
	return string.find(refusal, "can't run this command", 1, true) or string.find(refusal, 'permissions to run', 1, true)
end
local missing, remove
for _, command in ipairs(need) do
	if not missing and forms[command] and refused(command, forms[command]) then missing = command end
	if removing[command] then remove = command end
end
for _, command in ipairs(need) do
	if not missing and remove and making[command] then
		if refused(command, making[command]) then missing = command end
		redis.pcall(remove, key, unpack(removing[remove]))
	end
end
if missing then
	return redis.error_reply("NOPERM nothing was written, because the user may not run '" .. missing .. "'")
end
