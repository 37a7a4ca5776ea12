// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.Map;

/**
 * Settings of all caches. Immutable: each {@code with} method returns a changed copy, and
 * throws an {@link IllegalArgumentException} that names the property if a value is out of
 * its range.
 *
 * @since 1.0.0
 */
public sealed interface CacheRegistrySettings permits CacheRegistrySettingsValues {

	/**
	 * No declared caches, {@link CacheSettings#defaults()} for all, one second for both
	 * times.
	 * @return the settings of an application that configured nothing
	 */
	static CacheRegistrySettings defaults() {
		return CacheRegistrySettingsValues.DEFAULTS;
	}

	/** For caches that are not in {@code caches}. */
	CacheSettings common();

	/** By name. */
	Map<String, CacheSettings> caches();

	/**
	 * Returns how long after a {@link TypedCache#clear()} another process may still see
	 * what was cleared, when it missed the message: 10 ms to 1 hour. Each process that
	 * reads a cache checks that often, with one GET that travels along with another one.
	 */
	Duration clearVisibleWithin();

	/**
	 * Returns the time between two proofs that the messages of other processes arrive,
	 * for local levels: 100 ms to 1 minute. A connection that hangs without being closed
	 * is noticed within twice that time, a lost message within that time and a quarter of
	 * a second. Each process sends one PUBLISH that often through each master.
	 */
	Duration probeInterval();

	/**
	 * Returns the settings of one cache.
	 * @param name any name
	 * @return its own settings, or the common ones
	 */
	CacheSettings of(String name);

	CacheRegistrySettings withCommon(CacheSettings common);

	CacheRegistrySettings withCaches(Map<String, CacheSettings> changed);

	CacheRegistrySettings withClearVisibleWithin(Duration clearVisibleWithin);

	CacheRegistrySettings withProbeInterval(Duration probeInterval);

}
