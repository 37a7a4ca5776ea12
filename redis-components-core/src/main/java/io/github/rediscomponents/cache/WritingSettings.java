// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

/**
 * How one cache invalidates: inside transactions, with replicas that lag, and when Redis
 * does not answer. Immutable: each {@code with} method returns a changed copy, and throws
 * an {@link IllegalArgumentException} that names the property if a value is out of its
 * range.
 *
 * @since 1.0.0
 */
public sealed interface WritingSettings permits WritingSettingsValues {

	/**
	 * After the commit, no fence, failures are thrown, 10,000 invalidations are queued.
	 * @return the settings of a cache without configuration
	 */
	static WritingSettings defaults() {
		return WritingSettingsValues.DEFAULTS;
	}

	/**
	 * Returns whether writes inside a transaction take effect after its commit rather
	 * than at once.
	 */
	boolean afterCommit();

	/**
	 * Returns for how long after an invalidation nothing that is loaded is stored, 0 to
	 * 10 minutes; at least the lag of the replicas that loaders read. 0 is not at all.
	 */
	Duration fence();

	/** Returns what a caller sees of an invalidation that failed. */
	OnInvalidationFailure onInvalidationFailure();

	/**
	 * Returns how many keys whose invalidation failed one process keeps to repeat it, 1
	 * to 1,000,000; beyond that the cache is cleared instead.
	 */
	int maxQueuedInvalidations();

	WritingSettings withAfterCommit(boolean afterCommit);

	WritingSettings withFence(Duration fence);

	WritingSettings withOnInvalidationFailure(OnInvalidationFailure onInvalidationFailure);

	WritingSettings withMaxQueuedInvalidations(int maxQueuedInvalidations);

}
