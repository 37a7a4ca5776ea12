package io.github.rediscomponents.sample.user;

import java.security.SecureRandom;
import java.util.List;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The codes that were sent, one per account. A code is used up by the first login that
 * presents it, and void after too many wrong ones.
 *
 * <p>
 * Keys: {@code <prefix>:login-code:{<account>}} (hash: code, wrong; expires).
 */
@Component
class LoginCodes {

	// KEYS[1] the account's code ARGV[1] the new code, ARGV[2] milliseconds to live
	private static final RedisScript<Long> ISSUE = RedisScript.of("""
			redis.call('DEL', KEYS[1])
			redis.call('HSET', KEYS[1], 'code', ARGV[1], 'wrong', 0)
			redis.call('PEXPIRE', KEYS[1], ARGV[2])
			return 1
			""", Long.class);

	// KEYS[1] the account's code ARGV[1] the code that was typed, ARGV[2] how many may be
	// wrong
	// Reply: 1 right (and now gone), 0 wrong or none.
	private static final RedisScript<Long> USE = RedisScript.of("""
			local code = redis.call('HGET', KEYS[1], 'code')
			if not code then return 0 end
			if code == ARGV[1] then
			  redis.call('DEL', KEYS[1])
			  return 1
			end
			if redis.call('HINCRBY', KEYS[1], 'wrong', 1) >= tonumber(ARGV[2]) then
			  redis.call('DEL', KEYS[1])
			end
			return 0
			""", Long.class);

	private static final int CODES = 1_000_000;

	private final SecureRandom random = new SecureRandom();

	private final StringRedisTemplate redis;

	private final LoginProperties properties;

	private final String prefix;

	LoginCodes(StringRedisTemplate redis, LoginProperties properties,
			@Value("${redis-components.key-prefix}") String keyPrefix) {
		this.redis = redis;
		this.properties = properties;
		this.prefix = keyPrefix + ":login-code:{";
	}

	/**
	 * Makes a new code, which replaces an older one. One script.
	 * @param account whose
	 * @return six digits
	 */
	String issue(Account account) {
		String code = "%06d".formatted(this.random.nextInt(CODES));
		this.redis.execute(ISSUE, key(account), code, String.valueOf(this.properties.codeTtl().toMillis()));
		return code;
	}

	/**
	 * Uses a code up. One script; of several callers with the right code one gets true.
	 * @param account whose
	 * @param code what was typed
	 * @return whether it was the right one
	 */
	boolean use(Account account, String code) {
		Long used = this.redis.execute(USE, key(account), code, String.valueOf(this.properties.codeTries()));
		return used != null && used == 1;
	}

	private List<String> key(Account account) {
		return List.of(this.prefix + account.text() + '}');
	}

}
