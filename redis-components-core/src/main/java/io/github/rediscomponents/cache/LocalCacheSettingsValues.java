// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link LocalCacheSettings}.
 */
record LocalCacheSettingsValues(boolean enabled, Invalidation invalidation, boolean broadcast, Duration ttl,
		long maxEntries, long maxBytes, boolean copied, Duration outageWindow) implements LocalCacheSettings {

	static final LocalCacheSettingsValues DEFAULTS = new LocalCacheSettingsValues(false, Invalidation.PUBSUB, false,
			Duration.ofSeconds(30), 10_000, 0, false, Duration.ZERO);

	private static final long MOST_BYTES = 1L << 40;

	LocalCacheSettingsValues {
		Checks.notNull("invalidation", invalidation);
		broadcast |= enabled && invalidation == Invalidation.PUBSUB;
		Checks.between("ttl", ttl, Duration.ofMillis(1), Duration.ofHours(1));
		Checks.between("maxEntries", maxEntries, 1, 100_000_000);
		Checks.between("maxBytes", maxBytes, 0, MOST_BYTES);
		Checks.between("outageWindow", outageWindow, Duration.ZERO, Duration.ofDays(1));
	}

	@Override
	public LocalCacheSettings withEnabled(boolean changed) {
		return new LocalCacheSettingsValues(changed, this.invalidation,
				this.broadcast || (changed && this.invalidation != Invalidation.NONE), this.ttl, this.maxEntries,
				this.maxBytes, this.copied, this.outageWindow);
	}

	@Override
	public LocalCacheSettings withInvalidation(Invalidation changed) {
		return new LocalCacheSettingsValues(this.enabled, changed, this.broadcast, this.ttl, this.maxEntries,
				this.maxBytes, this.copied, this.outageWindow);
	}

	@Override
	public LocalCacheSettings withBroadcast(boolean changed) {
		return new LocalCacheSettingsValues(this.enabled, this.invalidation, changed, this.ttl, this.maxEntries,
				this.maxBytes, this.copied, this.outageWindow);
	}

	@Override
	public LocalCacheSettings withTtl(Duration changed) {
		return new LocalCacheSettingsValues(this.enabled, this.invalidation, this.broadcast, changed, this.maxEntries,
				this.maxBytes, this.copied, this.outageWindow);
	}

	@Override
	public LocalCacheSettings withMaxEntries(long changed) {
		return new LocalCacheSettingsValues(this.enabled, this.invalidation, this.broadcast, this.ttl, changed,
				this.maxBytes, this.copied, this.outageWindow);
	}

	@Override
	public LocalCacheSettings withMaxBytes(long changed) {
		return new LocalCacheSettingsValues(this.enabled, this.invalidation, this.broadcast, this.ttl, this.maxEntries,
				changed, this.copied, this.outageWindow);
	}

	@Override
	public LocalCacheSettings withCopied(boolean changed) {
		return new LocalCacheSettingsValues(this.enabled, this.invalidation, this.broadcast, this.ttl, this.maxEntries,
				this.maxBytes, changed, this.outageWindow);
	}

	@Override
	public LocalCacheSettings withOutageWindow(Duration changed) {
		return new LocalCacheSettingsValues(this.enabled, this.invalidation, this.broadcast, this.ttl, this.maxEntries,
				this.maxBytes, this.copied, changed);
	}

}
