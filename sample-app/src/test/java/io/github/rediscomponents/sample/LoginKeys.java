// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Where a login is in Redis, for tests that shorten its life.
 */
final class LoginKeys {

	private static final int TAG_BYTES = 16;

	private LoginKeys() {
	}

	static String prefix(Guide guide) {
		return guide.bean(Environment.class).getRequiredProperty("redis-components.key-prefix");
	}

	/** As if that much of its life were left. */
	static void leave(Guide guide, String token, long millis) {
		redis(guide).opsForZSet().add(key(guide, token), id(token), System.currentTimeMillis() + millis);
	}

	/** How many milliseconds of its life are left. */
	static long left(Guide guide, String token) {
		Double end = redis(guide).opsForZSet().score(key(guide, token), id(token));
		return (end != null) ? end.longValue() - System.currentTimeMillis() : -1;
	}

	private static StringRedisTemplate redis(Guide guide) {
		return guide.bean(StringRedisTemplate.class);
	}

	private static String key(Guide guide, String token) {
		byte[] tag = Arrays.copyOf(Base64.getUrlDecoder().decode(token), TAG_BYTES);
		return prefix(guide) + ":session:{" + encode(tag) + "}:ends";
	}

	private static String id(String token) {
		try {
			return encode(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
		}
		catch (java.security.NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String encode(byte[] bytes) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

}
