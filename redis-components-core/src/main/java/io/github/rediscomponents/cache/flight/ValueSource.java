// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.loader.LoadContext;

/**
 * A loader bound to one key.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public non-sealed interface ValueSource<V> extends LoadSource<V> {

	@Nullable V load(LoadContext<V> context) throws Exception;

	/**
	 * A source that may give tags.
	 */
	static <V> ValueSource<V> tagging(ValueSource<V> source) {
		return new ValueSource<>() {

			@Override
			public @Nullable V load(LoadContext<V> context) throws Exception {
				return source.load(context);
			}

			@Override
			public boolean mayTag() {
				return true;
			}

		};
	}

}
