// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link CacheSettings}.
 */
record CacheSettingsValues(Duration ttl, Duration nullTtl, Duration staleWindow, double jitter, Duration leaseTtl,
		Duration maxLoadTime, Duration waitTimeout, OnWaitTimeout onWaitTimeout, Duration commandTimeout,
		Duration outageTtl, int maxRebuilds, @Nullable String bloomFilter, CacheCodec codec, int compressAbove,
		int maxValueBytes, LoadingSettings loading, LocalCacheSettings local,
		WritingSettings writing) implements CacheSettings {

	private static final Duration MILLI = Duration.ofMillis(1);

	private static final Duration YEAR = Duration.ofDays(365);

	/** The longest string that Redis stores by default. */
	private static final int LONGEST = 512 << 20;

	static final CacheSettingsValues DEFAULTS = new CacheSettingsValues(Duration.ofMinutes(30), Duration.ofMinutes(2),
			Duration.ZERO, 0.1, Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(10),
			OnWaitTimeout.LOAD, Duration.ofMillis(250), Duration.ofSeconds(1), 8, null, CacheCodec.APPLICATION, 8 << 10,
			10 << 20, LoadingSettings.defaults(), LocalCacheSettings.defaults(), WritingSettings.defaults());

	CacheSettingsValues {
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
		Checks.notNull("codec", codec);
		Checks.isTrue(codec != CacheCodec.BINARY || ValueCodecs.isBinaryPresent(),
				"codec must not be binary without jackson-dataformat-cbor on the class path");
		Checks.between("compressAbove", compressAbove, 0, LONGEST);
		Checks.between("maxValueBytes", maxValueBytes, 1 << 10, LONGEST);
		Checks.notNull("loading", loading);
		Checks.notNull("local", local);
		Checks.notNull("writing", writing);
	}

	@Override
	public CacheSettings withTtl(Duration changed) {
		return with((copy) -> copy.ttl = changed);
	}

	@Override
	public CacheSettings withNullTtl(Duration changed) {
		return with((copy) -> copy.nullTtl = changed);
	}

	@Override
	public CacheSettings withStaleWindow(Duration changed) {
		return with((copy) -> copy.staleWindow = changed);
	}

	@Override
	public CacheSettings withJitter(double changed) {
		return with((copy) -> copy.jitter = changed);
	}

	@Override
	public CacheSettings withLease(Duration changedLease, Duration changedMax) {
		return with((copy) -> {
			copy.leaseTtl = changedLease;
			copy.maxLoadTime = changedMax;
		});
	}

	@Override
	public CacheSettings withWait(Duration changed, OnWaitTimeout then) {
		return with((copy) -> {
			copy.waitTimeout = changed;
			copy.onWaitTimeout = then;
		});
	}

	@Override
	public CacheSettings withCommandTimeout(Duration changed) {
		return with((copy) -> copy.commandTimeout = changed);
	}

	@Override
	public CacheSettings withOutageTtl(Duration changed) {
		return with((copy) -> copy.outageTtl = changed);
	}

	@Override
	public CacheSettings withMaxRebuilds(int changed) {
		return with((copy) -> copy.maxRebuilds = changed);
	}

	@Override
	public CacheSettings withBloomFilter(@Nullable String changed) {
		return with((copy) -> copy.bloomFilter = changed);
	}

	@Override
	public CacheSettings withCodec(CacheCodec changed) {
		return with((copy) -> copy.codec = changed);
	}

	@Override
	public CacheSettings withCompressAbove(int changed) {
		return with((copy) -> copy.compressAbove = changed);
	}

	@Override
	public CacheSettings withMaxValueBytes(int changed) {
		return with((copy) -> copy.maxValueBytes = changed);
	}

	@Override
	public CacheSettings withLoading(LoadingSettings changed) {
		return with((copy) -> copy.loading = changed);
	}

	@Override
	public CacheSettings withLocal(LocalCacheSettings changed) {
		return with((copy) -> copy.local = changed);
	}

	@Override
	public CacheSettings withWriting(WritingSettings changed) {
		return with((copy) -> copy.writing = changed);
	}

	private CacheSettings with(Consumer<Copy> change) {
		Copy copy = new Copy(this);
		change.accept(copy);
		return copy.toSettings();
	}

	/**
	 * Settings while one is changed.
	 */
	private static final class Copy {

		private Duration ttl;

		private Duration nullTtl;

		private Duration staleWindow;

		private double jitter;

		private Duration leaseTtl;

		private Duration maxLoadTime;

		private Duration waitTimeout;

		private OnWaitTimeout onWaitTimeout;

		private Duration commandTimeout;

		private Duration outageTtl;

		private int maxRebuilds;

		private @Nullable String bloomFilter;

		private CacheCodec codec;

		private int compressAbove;

		private int maxValueBytes;

		private LoadingSettings loading;

		private LocalCacheSettings local;

		private WritingSettings writing;

		Copy(CacheSettingsValues source) {
			this.ttl = source.ttl;
			this.nullTtl = source.nullTtl;
			this.staleWindow = source.staleWindow;
			this.jitter = source.jitter;
			this.leaseTtl = source.leaseTtl;
			this.maxLoadTime = source.maxLoadTime;
			this.waitTimeout = source.waitTimeout;
			this.onWaitTimeout = source.onWaitTimeout;
			this.commandTimeout = source.commandTimeout;
			this.outageTtl = source.outageTtl;
			this.maxRebuilds = source.maxRebuilds;
			this.bloomFilter = source.bloomFilter;
			this.codec = source.codec;
			this.compressAbove = source.compressAbove;
			this.maxValueBytes = source.maxValueBytes;
			this.loading = source.loading;
			this.local = source.local;
			this.writing = source.writing;
		}

		CacheSettings toSettings() {
			return new CacheSettingsValues(this.ttl, this.nullTtl, this.staleWindow, this.jitter, this.leaseTtl,
					this.maxLoadTime, this.waitTimeout, this.onWaitTimeout, this.commandTimeout, this.outageTtl,
					this.maxRebuilds, this.bloomFilter, this.codec, this.compressAbove, this.maxValueBytes,
					this.loading, this.local, this.writing);
		}

	}

}
