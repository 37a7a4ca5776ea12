// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import org.jspecify.annotations.Nullable;

/**
 * A loader bound to one key.
 *
 * @param <V> the type of the values
 * @since 0.1.0
 */
@FunctionalInterface
public interface ValueSource<V> {

	@Nullable V load() throws Exception;

}
