package io.github.rediscomponents.sample;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

import org.springframework.core.env.Environment;

/**
 * Where logins are in Redis, for tests that shorten their lives.
 */
final class LoginKeys {

	private LoginKeys() {
	}

	static String prefix(Guide guide) {
		return guide.bean(Environment.class).getRequiredProperty("redis-components.key-prefix");
	}

	static String of(String prefix, String token) {
		try {
			byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
			return prefix + ":login:{" + HexFormat.of().formatHex(hash) + "}";
		}
		catch (java.security.NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
