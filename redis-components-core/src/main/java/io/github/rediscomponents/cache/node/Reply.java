// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.node;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

/**
 * The result of one command among many.
 *
 * @param value the reply; null if it is nil, or if there is none
 * @param failure why there is none, else null
 * @param <T> what the reply became
 * @since 1.0.0
 */
public record Reply<T>(@Nullable T value, @Nullable RedisComponentsException failure) {

	public static <T> Reply<T> of(@Nullable T value) {
		return new Reply<>(value, null);
	}

	public static <T> Reply<T> failed(RedisComponentsException failure) {
		return new Reply<>(null, failure);
	}

	/**
	 * Returns the reply to a command that is not sent, because its node did not answer
	 * before.
	 */
	public static <T> Reply<T> leftAlone() {
		return failed(new RedisUnavailableException("The Redis node did not answer a moment ago", Outcome.NOT_EXECUTED,
				null));
	}

}
