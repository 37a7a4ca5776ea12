// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalCacheSettings;

import static io.github.rediscomponents.autoconfigure.cache.CacheEntryProperties.or;

/**
 * Properties of the local level of one cache; what is not set is taken from the defaults.
 *
 * @param enabled Whether each process keeps values in its memory beside Redis.
 * @param invalidation How this process hears of changes by other processes.
 * @param broadcast Whether changes by this process are published to the local levels of
 * other processes, although it has none itself.
 * @param ttl Longest time for which a value is served from memory.
 * @param maxEntries Largest number of entries that are kept.
 * @param maxBytes Largest size of the entries that are kept, as encoded for Redis; 0
 * counts the entries instead.
 * @param copied Whether each reader gets an object of its own instead of one that all
 * share.
 * @param outageWindow Time past its end for which a value is still returned while Redis
 * does not answer; 0 for none.
 * @since 1.0.0
 */
public record CacheLocalProperties(@Nullable Boolean enabled, @Nullable Invalidation invalidation,
		@Nullable Boolean broadcast, @Nullable Duration ttl, @Nullable Long maxEntries, @Nullable DataSize maxBytes,
		@Nullable Boolean copied, @Nullable Duration outageWindow) {

	LocalCacheSettings over(LocalCacheSettings base) {
		boolean on = or(this.enabled, base.enabled());
		// What is on by default only because of the level ends with it.
		boolean inherited = base.broadcast() && !base.enabled();
		Invalidation transport = or(this.invalidation, base.invalidation());
		return LocalCacheSettings.defaults()
			.withInvalidation(transport)
			.withEnabled(on)
			.withBroadcast(or(this.broadcast, inherited || (on && transport != Invalidation.NONE)))
			.withTtl(or(this.ttl, base.ttl()))
			.withMaxEntries(or(this.maxEntries, base.maxEntries()))
			.withMaxBytes((this.maxBytes != null) ? this.maxBytes.toBytes() : base.maxBytes())
			.withCopied(or(this.copied, base.copied()))
			.withOutageWindow(or(this.outageWindow, base.outageWindow()));
	}

}
