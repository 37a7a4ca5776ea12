// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * A request that creates or changes something.
 *
 * @param <T> type of the content
 * @param userId id of the user who sent it
 * @param key the user's name of the request, null if a repetition creates anew
 * @param kind what is created or changed
 * @param content the content as the client sent it
 */
public record CreationRequest<T>(long userId, @Nullable String key, String kind, T content) {

	/** The header that contains the key. */
	public static final String HEADER = "Idempotency-Key";

	private static final int MAX_KEY = 200;

	/**
	 * Creates a request.
	 * @throws Refused if the key is empty, too long, or has other characters than visible
	 * ones of ASCII
	 */
	public CreationRequest {
		if (key != null
				&& (key.isEmpty() || key.length() > MAX_KEY || !key.chars().allMatch((c) -> c > ' ' && c <= '~'))) {
			throw new Refused(HttpStatus.BAD_REQUEST, "request.key");
		}
	}

	/** Returns a request of a user. */
	public static <T> CreationRequest<T> of(User user, @Nullable String key, String kind, T content) {
		return new CreationRequest<>(user.id(), key, kind, content);
	}

}
