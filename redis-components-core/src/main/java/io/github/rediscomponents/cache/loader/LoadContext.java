// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.loader;

import java.time.Duration;

import io.github.rediscomponents.cache.EarlyRefresh;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.TypedCache;
import org.jspecify.annotations.Nullable;

/**
 * What a loader can know and decide about the entry it loads. Valid while the loader
 * runs, on the loader's thread.
 *
 * @param <V> the type of the values
 * @since 1.0.0
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
	 * Gives the entry tags, in addition to those of earlier calls and of
	 * {@link EntryOptions#tags}. {@link TypedCache#invalidateTags} of any of them
	 * outdates the entry, also if it was called while this loader runs. A result of
	 * {@link #notModified} keeps the tags that the entry had if it gets no others.
	 * @param tags each 1 to 1024 characters, well-formed UTF-16; an entry has at most 16
	 * @throws IllegalArgumentException if there are more, or one is malformed
	 */
	void tags(String... tags);

	/**
	 * Keeps the result out of the cache: the callers that wait for this load in this
	 * process get it, and an entry that is in Redis stays as it is: a stale one is loaded
	 * again at the next hit.
	 */
	void doNotCache();

}
