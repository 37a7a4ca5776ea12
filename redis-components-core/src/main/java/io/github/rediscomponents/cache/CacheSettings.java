package io.github.rediscomponents.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * How one cache behaves. A change takes effect with the next operation; entries that are
 * in Redis already keep the expiry they were stored with.
 *
 * @param ttl how long a value is fresh at most, 1 ms to 365 days
 * @param nullTtl how long the absence of a value is remembered at most, 1 ms to 365 days
 * @param staleWindow how long past its time to live a value is still returned while it is
 * rebuilt in the background, 0 to 365 days; 0 is plain expiry
 * @param jitter by which fraction a time to live is shortened at most, at random for each
 * fill, 0 to 0.9
 * @param leaseTtl how long the right to load outlives a process that died, 50 ms to 10
 * minutes; a living loader's lease is extended every third of it
 * @param maxLoadTime how long a lease is extended for one load, from {@code leaseTtl} to
 * 1 day; what a slower load returns is not stored
 * @param waitTimeout how long a caller waits for somebody else's load, 1 ms to 1 hour
 * @param onWaitTimeout what such a caller does then
 * @param commandTimeout how long one command may take before the operation goes on
 * without Redis, 1 ms to 1 minute
 * @param outageTtl how long a process remembers what it loaded while Redis did not
 * answer, 0 to 1 minute; 0 is not at all
 * @param maxRebuilds how many loads may rebuild stale values at the same time in one
 * process, 1 to 10,000
 * @param bloomFilter name of the declared Bloom filter that is asked about a missing key
 * before it is loaded; null for none
 */
public record CacheSettings(Duration ttl, Duration nullTtl, Duration staleWindow, double jitter, Duration leaseTtl,
		Duration maxLoadTime, Duration waitTimeout, OnWaitTimeout onWaitTimeout, Duration commandTimeout,
		Duration outageTtl, int maxRebuilds, @Nullable String bloomFilter) {

	private static final Duration MILLI = Duration.ofMillis(1);

	private static final Duration YEAR = Duration.ofDays(365);

	private static final CacheSettings DEFAULTS = new CacheSettings(Duration.ofMinutes(30), Duration.ofMinutes(2),
			Duration.ZERO, 0.1, Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(10),
			OnWaitTimeout.LOAD, Duration.ofMillis(250), Duration.ofSeconds(1), 8, null);

	public CacheSettings {
		Checks.between("ttl", ttl, MILLI, YEAR);
		Checks.between("nullTtl", nullTtl, MILLI, YEAR);
		Checks.between("staleWindow", staleWindow, Duration.ZERO, YEAR);
		Checks.isTrue(jitter >= 0 && jitter <= 0.9, "jitter must be between 0 and 0.9, was " + jitter);
		Checks.between("leaseTtl", leaseTtl, Duration.ofMillis(50), Duration.ofMinutes(10));
		Checks.between("maxLoadTime", maxLoadTime, leaseTtl, Duration.ofDays(1));
		Checks.between("waitTimeout", waitTimeout, MILLI, Duration.ofHours(1));
		Checks.notNull("onWaitTimeout", onWaitTimeout);
		Checks.between("commandTimeout", commandTimeout, MILLI, Duration.ofMinutes(1));
		Checks.between("outageTtl", outageTtl, Duration.ZERO, Duration.ofMinutes(1));
		Checks.between("maxRebuilds", maxRebuilds, 1, 10_000);
		Checks.isTrue(bloomFilter == null || !bloomFilter.isBlank(), "bloomFilter must not be blank");
	}

	/**
	 * 30 minutes, absence 2 minutes, no stale window, jitter 0.1, lease 5 seconds
	 * extended for at most 60, waiting 10 seconds and then loading, commands 250 ms, one
	 * second of memory during an outage, 8 rebuilds at a time.
	 * @return the settings of a cache that nobody configured
	 */
	public static CacheSettings defaults() {
		return DEFAULTS;
	}

	public CacheSettings withTtl(Duration changed) {
		return new CacheSettings(changed, this.nullTtl, this.staleWindow, this.jitter, this.leaseTtl, this.maxLoadTime,
				this.waitTimeout, this.onWaitTimeout, this.commandTimeout, this.outageTtl, this.maxRebuilds,
				this.bloomFilter);
	}

	public CacheSettings withNullTtl(Duration changed) {
		return new CacheSettings(this.ttl, changed, this.staleWindow, this.jitter, this.leaseTtl, this.maxLoadTime,
				this.waitTimeout, this.onWaitTimeout, this.commandTimeout, this.outageTtl, this.maxRebuilds,
				this.bloomFilter);
	}

	public CacheSettings withStaleWindow(Duration changed) {
		return new CacheSettings(this.ttl, this.nullTtl, changed, this.jitter, this.leaseTtl, this.maxLoadTime,
				this.waitTimeout, this.onWaitTimeout, this.commandTimeout, this.outageTtl, this.maxRebuilds,
				this.bloomFilter);
	}

	public CacheSettings withJitter(double changed) {
		return new CacheSettings(this.ttl, this.nullTtl, this.staleWindow, changed, this.leaseTtl, this.maxLoadTime,
				this.waitTimeout, this.onWaitTimeout, this.commandTimeout, this.outageTtl, this.maxRebuilds,
				this.bloomFilter);
	}

	/**
	 * These settings with other bounds of a load.
	 * @param changedLease the new {@code leaseTtl}
	 * @param changedMax the new {@code maxLoadTime}
	 * @return new settings
	 */
	public CacheSettings withLease(Duration changedLease, Duration changedMax) {
		return new CacheSettings(this.ttl, this.nullTtl, this.staleWindow, this.jitter, changedLease, changedMax,
				this.waitTimeout, this.onWaitTimeout, this.commandTimeout, this.outageTtl, this.maxRebuilds,
				this.bloomFilter);
	}

	/**
	 * These settings with another way of waiting for somebody else's load.
	 * @param changed the new {@code waitTimeout}
	 * @param then the new {@code onWaitTimeout}
	 * @return new settings
	 */
	public CacheSettings withWait(Duration changed, OnWaitTimeout then) {
		return new CacheSettings(this.ttl, this.nullTtl, this.staleWindow, this.jitter, this.leaseTtl, this.maxLoadTime,
				changed, then, this.commandTimeout, this.outageTtl, this.maxRebuilds, this.bloomFilter);
	}

	public CacheSettings withCommandTimeout(Duration changed) {
		return new CacheSettings(this.ttl, this.nullTtl, this.staleWindow, this.jitter, this.leaseTtl, this.maxLoadTime,
				this.waitTimeout, this.onWaitTimeout, changed, this.outageTtl, this.maxRebuilds, this.bloomFilter);
	}

	/**
	 * These settings with another memory of what was loaded while Redis did not answer.
	 * @param changed the new {@code outageTtl}
	 * @return new settings
	 */
	public CacheSettings withOutageTtl(Duration changed) {
		return new CacheSettings(this.ttl, this.nullTtl, this.staleWindow, this.jitter, this.leaseTtl, this.maxLoadTime,
				this.waitTimeout, this.onWaitTimeout, this.commandTimeout, changed, this.maxRebuilds, this.bloomFilter);
	}

	/**
	 * These settings with another bound of rebuilding.
	 * @param changed the new {@code maxRebuilds}
	 * @return new settings
	 */
	public CacheSettings withMaxRebuilds(int changed) {
		return new CacheSettings(this.ttl, this.nullTtl, this.staleWindow, this.jitter, this.leaseTtl, this.maxLoadTime,
				this.waitTimeout, this.onWaitTimeout, this.commandTimeout, this.outageTtl, changed, this.bloomFilter);
	}

	/**
	 * These settings with another Bloom filter.
	 * @param changed the name of a declared filter; null for none
	 * @return new settings
	 */
	public CacheSettings withBloomFilter(@Nullable String changed) {
		return new CacheSettings(this.ttl, this.nullTtl, this.staleWindow, this.jitter, this.leaseTtl, this.maxLoadTime,
				this.waitTimeout, this.onWaitTimeout, this.commandTimeout, this.outageTtl, this.maxRebuilds, changed);
	}

}
