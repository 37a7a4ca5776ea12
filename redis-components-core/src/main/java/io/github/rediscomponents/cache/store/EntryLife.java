// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import io.github.rediscomponents.cache.CacheSettings;

/**
 * How long an entry is fresh, and how long Redis keeps it after that.
 *
 * @param freshMillis until it is stale
 * @param keptMillis from then until it is gone
 * @param own whether the time is not that of the cache's settings
 * @since 1.0.0
 */
public record EntryLife(long freshMillis, long keptMillis, boolean own) {

	/**
	 * Returns what settings say, shortened by their jitter.
	 */
	public static EntryLife of(boolean absent, CacheSettings settings, boolean own) {
		long millis = (absent ? settings.nullTtl() : settings.ttl()).toMillis();
		long less = (long) (millis * settings.jitter() * ThreadLocalRandom.current().nextDouble());
		return new EntryLife(Math.max(1, millis - less), kept(absent, settings), own);
	}

	/**
	 * Returns what a loader said.
	 */
	public static EntryLife exactly(Duration ttl, boolean absent, CacheSettings settings) {
		return new EntryLife(ttl.toMillis(), kept(absent, settings), true);
	}

	private static long kept(boolean absent, CacheSettings settings) {
		return absent ? 0 : Math.max(settings.staleWindow().toMillis(), settings.loading().failSafe().toMillis());
	}

}
