// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.Checks;

/**
 * Common preparation of messages of chats and mailboxes.
 */
final class Payloads {

	private static final int MOST = 16 * 1024 * 1024;

	private static final int MAX_NAME = 200;

	private Payloads() {
	}

	static void checkLimit(String name, int limit) {
		Checks.between(name, limit, 1, MOST);
	}

	/** The name of a chat, a user, a receiver or a message. */
	static String name(String parameter, String name) {
		return Checks.hasLength(parameter, name, MAX_NAME);
	}

	static <T> byte[] encode(ValueCodec<T> codec, T body, int limit) {
		byte[] bytes = codec.encode(Checks.notNull("body", body));
		Checks.isTrue(bytes.length <= limit,
				"body must not be larger than " + limit + " bytes, was " + bytes.length + " when written");
		return bytes;
	}

	static long millis(@Nullable Duration ttl) {
		return (ttl != null) ? ttl.toMillis() : 0;
	}

}
