package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;

/**
 * What became of one command among many.
 *
 * @param value the reply; null if it is nil, or if there is none
 * @param failure why there is none, else null
 * @param <T> what the reply became
 */
record Reply<T>(@Nullable T value, @Nullable RedisComponentsException failure) {

	static <T> Reply<T> of(@Nullable T value) {
		return new Reply<>(value, null);
	}

	static <T> Reply<T> failed(RedisComponentsException failure) {
		return new Reply<>(null, failure);
	}

}
