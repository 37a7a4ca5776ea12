// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What a loader can know and decide about the entry it loads. Valid while the loader
 * runs, on the loader's thread.
 *
 * @param <V> the type of the values
 * @since 0.1.0
 */
public interface LoadContext<V> {

	/**
	 * Returns the value that the cache still holds for the key: the one that is being
	 * refreshed, or the one that {@link LoadingSettings#failSafe} keeps.
	 * @return the value; null if there is none
	 */
	@Nullable V staleValue();

	/**
	 * Returns {@link #staleValue()} as the loaded value, for a source that answers "not
	 * modified". It is stored with a new time to live.
	 * @return the value
	 * @throws IllegalStateException if there is no such value
	 */
	V notModified();

	/**
	 * Sets the time to live of this entry, which replaces {@code ttl} or {@code null-ttl}
	 * and is not shortened by {@code jitter}. The stale window and fail-safe follow it as
	 * ever; {@link EarlyRefresh#FRACTION} does not apply.
	 * @param ttl the time to live, 1 ms to 365 days
	 * @throws IllegalArgumentException if it is out of that range
	 */
	void ttl(Duration ttl);

	/**
	 * Keeps the result out of the cache: the callers that wait for this load in this
	 * process get it, and an entry that is in Redis stays as it is: a stale one is loaded
	 * again at the next hit.
	 */
	void doNotCache();

}
