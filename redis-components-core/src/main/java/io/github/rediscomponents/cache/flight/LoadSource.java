// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

/**
 * Loads a value, on the calling thread or in stages.
 *
 * @param <V> the type of the value
 * @since 1.0.0
 */
public sealed interface LoadSource<V> permits ValueSource, StageSource {

	/**
	 * Returns whether it may give tags, whose moment has to be known before.
	 */
	default boolean mayTag() {
		return false;
	}

}
