// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.loader.LoadContext;

/**
 * Loads a value without a thread that waits for it.
 *
 * @param <V> the type of the value
 * @since 1.0.0
 */
@FunctionalInterface
public non-sealed interface StageSource<V> extends LoadSource<V> {

	CompletionStage<? extends @Nullable V> load(LoadContext<V> context) throws Exception;

	/**
	 * Returns whether it is a part of a load of many values, which is reported once.
	 */
	default boolean isPart() {
		return false;
	}

	/**
	 * A source that may give tags.
	 */
	static <V> StageSource<V> tagging(StageSource<V> source) {
		return new StageSource<>() {

			@Override
			public CompletionStage<? extends @Nullable V> load(LoadContext<V> context) throws Exception {
				return source.load(context);
			}

			@Override
			public boolean mayTag() {
				return true;
			}

		};
	}

}
