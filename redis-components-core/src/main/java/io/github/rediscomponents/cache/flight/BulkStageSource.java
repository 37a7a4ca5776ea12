// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * Loads many values without a thread that waits for them.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
@FunctionalInterface
public interface BulkStageSource<V> {

	/**
	 * Begins to load.
	 * @param tags takes those of a text, from any thread, until the stage is complete
	 */
	CompletionStage<? extends Map<String, ? extends @Nullable V>> load(List<String> texts,
			BiConsumer<String, String[]> tags) throws Exception;

	/**
	 * Returns whether it may give tags, whose moment has to be known before.
	 */
	default boolean mayTag() {
		return false;
	}

}
