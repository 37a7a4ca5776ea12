// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EarlyRefresh;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.entry.Envelope;

/**
 * Decides by the header of a fresh entry whether it is loaded anew now.
 *
 * @since 1.0.0
 */
public final class EarlyRefreshes {

	private final LongSupplier serverMillis;

	private final DoubleSupplier random;

	public EarlyRefreshes(LongSupplier serverMillis) {
		this(serverMillis, () -> ThreadLocalRandom.current().nextDouble());
	}

	EarlyRefreshes(LongSupplier serverMillis, DoubleSupplier random) {
		this.serverMillis = serverMillis;
		this.random = random;
	}

	public boolean isDue(byte[] entry, CacheSettings settings) {
		LoadingSettings loading = settings.loading();
		if (loading.earlyRefresh() == EarlyRefresh.OFF) {
			return false;
		}
		long left = Envelope.staleAt(entry) - this.serverMillis.getAsLong();
		if (loading.earlyRefresh() == EarlyRefresh.XFETCH) {
			// Never the logarithm of zero.
			double gap = -Math.log(1 - this.random.getAsDouble()) * loading.earlyRefreshBeta();
			return gap * Envelope.loadMillis(entry) >= left;
		}
		// Of the shortest time that jitter leaves: an entry that was just stored is
		// never due, or each hit would load.
		double shortest = settings.ttl().toMillis() * (1 - settings.jitter());
		return !Envelope.hasOwnTtl(entry) && left <= shortest * (1 - loading.earlyRefreshFraction());
	}

}
