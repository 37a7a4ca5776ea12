package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

/**
 * A loader bound to one key.
 *
 * @param <V> the type of the values
 */
@FunctionalInterface
interface ValueSource<V> {

	@Nullable V load() throws Exception;

}
