// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

/**
 * Settings of the local level of one cache: values that each process keeps in its memory
 * beside Redis. Immutable: each {@code with} method returns a changed copy, and throws an
 * {@link IllegalArgumentException} that names the property if a value is out of its
 * range.
 *
 * <p>
 * Every process that writes to a cache whose values another process keeps needs
 * {@link #broadcast()}, which {@link #enabled()} implies. A change of the size begins
 * with an empty local level.
 *
 * @since 1.0.0
 */
public sealed interface LocalCacheSettings permits LocalCacheSettingsValues {

	/**
	 * Off; when switched on 30 seconds, 10,000 entries, shared values, nothing old during
	 * an outage.
	 * @return the settings of a cache without configuration
	 */
	static LocalCacheSettings defaults() {
		return LocalCacheSettingsValues.DEFAULTS;
	}

	/** Returns whether this process keeps values in its memory. */
	boolean enabled();

	/**
	 * Returns whether the changes of this process are published to the local levels of
	 * all processes; true wherever {@link #enabled()} is with
	 * {@link Invalidation#PUBSUB}. With {@link Invalidation#TRACKING} it is for other
	 * processes that have the former: {@link #withEnabled} switches it on.
	 */
	boolean broadcast();

	/** Returns how this process hears of changes. */
	Invalidation invalidation();

	/**
	 * Returns how long a value is served from memory at most, 1 ms to 1 hour. The longest
	 * time for which a change can stay unnoticed in the worst case: when the message of a
	 * process that died right after it was lost.
	 */
	Duration ttl();

	/** Returns how many entries are kept at most, 1 to 100,000,000. */
	long maxEntries();

	/**
	 * Returns how many bytes the entries take at most, as encoded for Redis and not
	 * compressed, with their keys; 0 if they are counted by {@link #maxEntries()}
	 * instead.
	 */
	long maxBytes();

	/**
	 * Returns whether each reader gets an object of its own, decoded anew, instead of one
	 * that all share: for values that readers change.
	 */
	boolean copied();

	/**
	 * Returns how long a value is returned past its time while Redis does not answer, 0
	 * to 1 day; 0 is not at all. It counts from the end of {@link #ttl()}, and from the
	 * moment until which it was proven that this process hears of changes. The value is
	 * that of before the outage: what other processes change meanwhile is not seen, what
	 * this process invalidates is.
	 */
	Duration outageWindow();

	LocalCacheSettings withEnabled(boolean enabled);

	LocalCacheSettings withInvalidation(Invalidation invalidation);

	LocalCacheSettings withBroadcast(boolean broadcast);

	LocalCacheSettings withTtl(Duration ttl);

	LocalCacheSettings withMaxEntries(long maxEntries);

	LocalCacheSettings withMaxBytes(long maxBytes);

	LocalCacheSettings withCopied(boolean copied);

	LocalCacheSettings withOutageWindow(Duration outageWindow);

}
