// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Loads many values without a thread that waits for them.
 *
 * @param <V> the type of the values
 * @since 0.1.0
 */
@FunctionalInterface
public interface BulkStageSource<V> {

	CompletionStage<? extends Map<String, ? extends @Nullable V>> load(List<String> texts) throws Exception;

}
