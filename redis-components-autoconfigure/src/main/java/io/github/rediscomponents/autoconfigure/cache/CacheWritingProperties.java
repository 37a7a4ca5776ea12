// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.OnInvalidationFailure;
import io.github.rediscomponents.cache.WritingSettings;

import static io.github.rediscomponents.autoconfigure.cache.CacheEntryProperties.or;

/**
 * Properties of the writes of one cache; what is not set is taken from the defaults.
 *
 * @param afterCommit Whether writes inside a transaction take effect after its commit.
 * @param fence Time after an invalidation during which nothing that is loaded is stored,
 * for loaders that read replicas.
 * @param onInvalidationFailure What the caller sees of an invalidation that failed and is
 * repeated.
 * @param maxQueuedInvalidations Number of keys that are kept to repeat their
 * invalidation; beyond that the cache is cleared.
 * @since 1.0.0
 */
public record CacheWritingProperties(@Nullable Boolean afterCommit, @Nullable Duration fence,
		@Nullable OnInvalidationFailure onInvalidationFailure, @Nullable Integer maxQueuedInvalidations) {

	WritingSettings over(WritingSettings base) {
		return base.withAfterCommit(or(this.afterCommit, base.afterCommit()))
			.withFence(or(this.fence, base.fence()))
			.withOnInvalidationFailure(or(this.onInvalidationFailure, base.onInvalidationFailure()))
			.withMaxQueuedInvalidations(or(this.maxQueuedInvalidations, base.maxQueuedInvalidations()));
	}

}
