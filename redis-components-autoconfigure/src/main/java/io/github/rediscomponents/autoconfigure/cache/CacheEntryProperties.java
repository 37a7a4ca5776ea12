// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.refresh.Sizes;
import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.OnWaitTimeout;
import io.github.rediscomponents.cache.WritingSettings;

/**
 * Properties of one cache; what is not set is taken from the defaults.
 *
 * @param ttl Time after which a value is loaded again.
 * @param nullTtl Time after which the absence of a value is looked up again.
 * @param staleWindow Time after the TTL during which the old value is still returned
 * while one process loads the new one.
 * @param jitter Fraction by which a TTL is shortened at random, so that entries do not
 * expire together.
 * @param leaseTtl Time after which the lease of a dead loader expires.
 * @param maxLoadTime Longest time for which the lease of a running loader is extended.
 * @param waitTimeout Longest time to wait for a value that another process loads.
 * @param onWaitTimeout Behaviour of a caller whose wait for another process has timed
 * out.
 * @param commandTimeout Longest time that a command of the cache may take before the
 * loader is called without Redis.
 * @param outageTtl Time for which a process keeps values that it loaded while Redis did
 * not answer.
 * @param maxRebuilds Number of loads that may rebuild stale values at the same time in
 * one process.
 * @param bloomFilter Name of the declared Bloom filter that is checked for a missing key
 * before it is loaded.
 * @param loading How values are loaded.
 * @param local Settings of the level in the memory of each process.
 * @param type Class of the values of the Spring cache of this name. Without it, the
 * return type of the cache's annotated methods.
 * @param codec Codec of the values.
 * @param compressAbove Size of an encoded value above which it is compressed; 0 to
 * compress nothing.
 * @param maxValueBytes Largest encoded value that is stored.
 * @param writing How entries are invalidated.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record CacheEntryProperties(@Nullable Duration ttl, @Nullable Duration nullTtl, @Nullable Duration staleWindow,
		@Nullable Double jitter, @Nullable Duration leaseTtl, @Nullable Duration maxLoadTime,
		@Nullable Duration waitTimeout, @Nullable OnWaitTimeout onWaitTimeout, @Nullable Duration commandTimeout,
		@Nullable Duration outageTtl, @Nullable Integer maxRebuilds, @Nullable String bloomFilter,
		@NestedConfigurationProperty @Nullable CacheLoadingProperties loading,
		@NestedConfigurationProperty @Nullable CacheLocalProperties local, @Nullable String type,
		@Nullable CacheCodec codec, @Nullable DataSize compressAbove, @Nullable DataSize maxValueBytes,
		@NestedConfigurationProperty @Nullable CacheWritingProperties writing,
		@Nullable String server) implements TypedDeclaration {

	/**
	 * Returns settings with what is set.
	 * @param prefix where these properties are
	 * @param base what holds for the rest
	 */
	CacheSettings over(String prefix, CacheSettings base) {
		CacheLoadingProperties own = this.loading;
		LoadingSettings loads = (own != null)
				? PropertySettings.checked(prefix + ".loading", () -> own.over(base.loading())) : base.loading();
		CacheLocalProperties level = this.local;
		LocalCacheSettings near = (level != null)
				? PropertySettings.checked(prefix + ".local", () -> level.over(base.local())) : base.local();
		CacheWritingProperties writes = this.writing;
		WritingSettings written = (writes != null)
				? PropertySettings.checked(prefix + ".writing", () -> writes.over(base.writing())) : base.writing();
		return PropertySettings.checked(prefix, () -> over(base))
			.withLoading(loads)
			.withLocal(near)
			.withWriting(written);
	}

	private CacheSettings over(CacheSettings base) {
		return base.withTtl(or(this.ttl, base.ttl()))
			.withNullTtl(or(this.nullTtl, base.nullTtl()))
			.withStaleWindow(or(this.staleWindow, base.staleWindow()))
			.withJitter(or(this.jitter, base.jitter()))
			.withLease(or(this.leaseTtl, base.leaseTtl()), or(this.maxLoadTime, base.maxLoadTime()))
			.withWait(or(this.waitTimeout, base.waitTimeout()), or(this.onWaitTimeout, base.onWaitTimeout()))
			.withCommandTimeout(or(this.commandTimeout, base.commandTimeout()))
			.withOutageTtl(or(this.outageTtl, base.outageTtl()))
			.withMaxRebuilds(or(this.maxRebuilds, base.maxRebuilds()))
			.withBloomFilter(this.bloomFilter)
			.withCodec(or(this.codec, base.codec()))
			.withCompressAbove(bytes("compressAbove", this.compressAbove, base.compressAbove()))
			.withMaxValueBytes(bytes("maxValueBytes", this.maxValueBytes, base.maxValueBytes()));
	}

	private static int bytes(String component, @Nullable DataSize own, int base) {
		return (own != null) ? Sizes.bytes(component, own) : base;
	}

	static <T> T or(@Nullable T own, T base) {
		return (own != null) ? own : base;
	}

}
