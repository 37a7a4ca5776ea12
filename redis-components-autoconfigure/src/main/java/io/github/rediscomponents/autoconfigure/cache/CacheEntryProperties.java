package io.github.rediscomponents.autoconfigure.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.OnWaitTimeout;

/**
 * Properties of one cache; what is not set is taken from the defaults.
 */
public class CacheEntryProperties {

	/**
	 * Time after which a value is loaded again.
	 */
	private @Nullable Duration ttl;

	/**
	 * Time after which the absence of a value is looked up again.
	 */
	private @Nullable Duration nullTtl;

	/**
	 * Time after the TTL during which the old value is still returned while one process
	 * loads the new one.
	 */
	private @Nullable Duration staleWindow;

	/**
	 * Fraction by which a TTL is shortened at random, so that entries do not expire
	 * together.
	 */
	private @Nullable Double jitter;

	/**
	 * Time after which the lease of a loader that died can be taken over.
	 */
	private @Nullable Duration leaseTtl;

	/**
	 * Longest time for which the lease of a running loader is extended.
	 */
	private @Nullable Duration maxLoadTime;

	/**
	 * Longest time to wait for a value that another process loads.
	 */
	private @Nullable Duration waitTimeout;

	/**
	 * What a caller does whose wait for another process has timed out.
	 */
	private @Nullable OnWaitTimeout onWaitTimeout;

	/**
	 * Longest time that a command of the cache may take before the loader is called
	 * without Redis.
	 */
	private @Nullable Duration commandTimeout;

	/**
	 * Time for which a process remembers what it loaded while Redis did not answer.
	 */
	private @Nullable Duration outageTtl;

	/**
	 * Number of loads that may rebuild stale values at the same time in one process.
	 */
	private @Nullable Integer maxRebuilds;

	/**
	 * Name of the declared Bloom filter that is asked about a missing key before it is
	 * loaded.
	 */
	private @Nullable String bloomFilter;

	public @Nullable Duration getTtl() {
		return this.ttl;
	}

	public void setTtl(@Nullable Duration ttl) {
		this.ttl = ttl;
	}

	public @Nullable Duration getNullTtl() {
		return this.nullTtl;
	}

	public void setNullTtl(@Nullable Duration nullTtl) {
		this.nullTtl = nullTtl;
	}

	public @Nullable Duration getStaleWindow() {
		return this.staleWindow;
	}

	public void setStaleWindow(@Nullable Duration staleWindow) {
		this.staleWindow = staleWindow;
	}

	public @Nullable Double getJitter() {
		return this.jitter;
	}

	public void setJitter(@Nullable Double jitter) {
		this.jitter = jitter;
	}

	public @Nullable Duration getLeaseTtl() {
		return this.leaseTtl;
	}

	public void setLeaseTtl(@Nullable Duration leaseTtl) {
		this.leaseTtl = leaseTtl;
	}

	public @Nullable Duration getMaxLoadTime() {
		return this.maxLoadTime;
	}

	public void setMaxLoadTime(@Nullable Duration maxLoadTime) {
		this.maxLoadTime = maxLoadTime;
	}

	public @Nullable Duration getWaitTimeout() {
		return this.waitTimeout;
	}

	public void setWaitTimeout(@Nullable Duration waitTimeout) {
		this.waitTimeout = waitTimeout;
	}

	public @Nullable OnWaitTimeout getOnWaitTimeout() {
		return this.onWaitTimeout;
	}

	public void setOnWaitTimeout(@Nullable OnWaitTimeout onWaitTimeout) {
		this.onWaitTimeout = onWaitTimeout;
	}

	public @Nullable Duration getCommandTimeout() {
		return this.commandTimeout;
	}

	public void setCommandTimeout(@Nullable Duration commandTimeout) {
		this.commandTimeout = commandTimeout;
	}

	public @Nullable Duration getOutageTtl() {
		return this.outageTtl;
	}

	public void setOutageTtl(@Nullable Duration outageTtl) {
		this.outageTtl = outageTtl;
	}

	public @Nullable Integer getMaxRebuilds() {
		return this.maxRebuilds;
	}

	public void setMaxRebuilds(@Nullable Integer maxRebuilds) {
		this.maxRebuilds = maxRebuilds;
	}

	public @Nullable String getBloomFilter() {
		return this.bloomFilter;
	}

	public void setBloomFilter(@Nullable String bloomFilter) {
		this.bloomFilter = bloomFilter;
	}

	CacheSettings over(CacheSettings base) {
		return new CacheSettings(or(this.ttl, base.ttl()), or(this.nullTtl, base.nullTtl()),
				or(this.staleWindow, base.staleWindow()), or(this.jitter, base.jitter()),
				or(this.leaseTtl, base.leaseTtl()), or(this.maxLoadTime, base.maxLoadTime()),
				or(this.waitTimeout, base.waitTimeout()), or(this.onWaitTimeout, base.onWaitTimeout()),
				or(this.commandTimeout, base.commandTimeout()), or(this.outageTtl, base.outageTtl()),
				or(this.maxRebuilds, base.maxRebuilds()), this.bloomFilter);
	}

	private static <T> T or(@Nullable T own, T base) {
		return (own != null) ? own : base;
	}

}
