// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Settings of one cache. A change takes effect with the next operation; entries that are
 * in Redis already keep the expiry they were stored with. Immutable: each {@code with}
 * method returns a changed copy, and throws an {@link IllegalArgumentException} that
 * names the property if a value is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface CacheSettings permits CacheSettingsValues {

	/**
	 * 30 minutes, absence 2 minutes, no stale window, jitter 0.1, lease 5 seconds
	 * extended for at most 60, waiting 10 seconds and then loading, commands 250 ms, one
	 * second of memory during an outage, 8 rebuilds at a time, the codec of the
	 * application, compressed above 8 KiB, 10 MiB at most.
	 * @return the settings of a cache without configuration
	 */
	static CacheSettings defaults() {
		return CacheSettingsValues.DEFAULTS;
	}

	/** Returns how long a value is fresh at most, 1 ms to 365 days. */
	Duration ttl();

	/**
	 * Returns how long the absence of a value is remembered at most, 1 ms to 365 days.
	 */
	Duration nullTtl();

	/**
	 * Returns how long past its time to live a value is still returned while it is
	 * rebuilt in the background, 0 to 365 days; 0 is plain expiry.
	 */
	Duration staleWindow();

	/**
	 * By which fraction a time to live is shortened at most, at random for each fill, 0
	 * to 0.9.
	 */
	double jitter();

	/**
	 * Returns how long the right to load outlives a process that died, 50 ms to 10
	 * minutes; a living loader's lease is extended every third of it.
	 */
	Duration leaseTtl();

	/**
	 * Returns how long a lease is extended for one load, from {@code leaseTtl} to 1 day;
	 * what a slower load returns is not stored.
	 */
	Duration maxLoadTime();

	/** Returns how long a caller waits for another caller's load, 1 ms to 1 hour. */
	Duration waitTimeout();

	/** Returns what such a caller does then. */
	OnWaitTimeout onWaitTimeout();

	/**
	 * Returns how long one command may take before the operation goes on without Redis, 1
	 * ms to 1 minute.
	 */
	Duration commandTimeout();

	/**
	 * Returns how long a process remembers what it loaded while Redis did not answer, 0
	 * to 1 minute; 0 is not at all.
	 */
	Duration outageTtl();

	/**
	 * Returns how many loads may rebuild stale values at the same time in one process, 1
	 * to 10,000.
	 */
	int maxRebuilds();

	/**
	 * Name of the declared Bloom filter that is asked about a missing key before it is
	 * loaded; null for none.
	 */
	@Nullable String bloomFilter();

	/**
	 * Returns the codec of the values, for a cache whose {@link CacheSpec} has none.
	 * Entries of another codec are misses.
	 */
	CacheCodec codec();

	/**
	 * Returns how many bytes of an encoded value are stored as they are, 0 to 512 MiB;
	 * more are compressed if that saves a tenth at least. 0 compresses nothing.
	 */
	int compressAbove();

	/**
	 * Returns how many bytes an encoded value has at most, before it is compressed, 1 KiB
	 * to 512 MiB; a larger one is returned and not stored.
	 */
	int maxValueBytes();

	/** Returns how it loads. */
	LoadingSettings loading();

	/** Returns what each process keeps in its memory beside Redis. */
	LocalCacheSettings local();

	/** Returns how it invalidates. */
	WritingSettings writing();

	CacheSettings withTtl(Duration ttl);

	CacheSettings withNullTtl(Duration nullTtl);

	CacheSettings withStaleWindow(Duration staleWindow);

	CacheSettings withJitter(double jitter);

	/**
	 * These settings with other bounds of a load.
	 * @param changedLease the new {@code leaseTtl}
	 * @param changedMax the new {@code maxLoadTime}
	 * @return new settings
	 */
	CacheSettings withLease(Duration changedLease, Duration changedMax);

	/**
	 * These settings with another way of waiting for another caller's load.
	 * @param changed the new {@code waitTimeout}
	 * @param then the new {@code onWaitTimeout}
	 * @return new settings
	 */
	CacheSettings withWait(Duration changed, OnWaitTimeout then);

	CacheSettings withCommandTimeout(Duration commandTimeout);

	CacheSettings withOutageTtl(Duration outageTtl);

	CacheSettings withMaxRebuilds(int maxRebuilds);

	CacheSettings withBloomFilter(@Nullable String bloomFilter);

	CacheSettings withCodec(CacheCodec codec);

	CacheSettings withCompressAbove(int compressAbove);

	CacheSettings withMaxValueBytes(int maxValueBytes);

	CacheSettings withLoading(LoadingSettings loading);

	CacheSettings withLocal(LocalCacheSettings local);

	CacheSettings withWriting(WritingSettings writing);

}
