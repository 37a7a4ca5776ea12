package io.github.rediscomponents.sample.user;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

import io.github.rediscomponents.sample.web.Logins;
import io.github.rediscomponents.sample.web.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Login tokens, which any instance can look up: opaque, 256 random bits. Every step is
 * one command that also sets how long the token lives on.
 *
 * <p>
 * Keys: {@code <prefix>:login:{<SHA-256 of the token>}} (the user as JSON, expires).
 * Whoever can read Redis cannot log in with what is found there.
 */
@Component
public class LoginTokens implements Logins {

	private static final Logger log = LoggerFactory.getLogger(LoginTokens.class);

	private static final int TOKEN_BYTES = 32;

	private static final int TOKEN_LENGTH = 43;

	private final SecureRandom random = new SecureRandom();

	private final StringRedisTemplate redis;

	private final JsonMapper json;

	private final LoginProperties properties;

	private final String prefix;

	LoginTokens(StringRedisTemplate redis, JsonMapper json, LoginProperties properties,
			@Value("${redis-components.key-prefix}") String keyPrefix) {
		this.redis = redis;
		this.json = json;
		this.properties = properties;
		this.prefix = keyPrefix + ":login:{";
	}

	/**
	 * Logs a user in. One command.
	 * @param user who
	 * @return the token
	 */
	public String issue(User user) {
		byte[] bytes = new byte[TOKEN_BYTES];
		this.random.nextBytes(bytes);
		String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
		this.redis.opsForValue().set(key(token), this.json.writeValueAsString(user), this.properties.tokenTtl());
		return token;
	}

	@Override
	public Optional<User> renew(String token) {
		if (token.length() != TOKEN_LENGTH) {
			return Optional.empty();
		}
		String user = this.redis.opsForValue().getAndExpire(key(token), this.properties.tokenTtl());
		try {
			return (user != null) ? Optional.of(this.json.readValue(user, User.class)) : Optional.empty();
		}
		catch (JacksonException ex) {
			log.warn("A login cannot be read and counts as expired: {}", ex.getOriginalMessage());
			return Optional.empty();
		}
	}

	/**
	 * Logs out: the token is dead when this returns. One command.
	 * @param token as the client sent it
	 */
	void revoke(String token) {
		this.redis.delete(key(token));
	}

	private String key(String token) {
		return this.prefix + HexFormat.of().formatHex(sha256(token)) + '}';
	}

	private static byte[] sha256(String token) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
