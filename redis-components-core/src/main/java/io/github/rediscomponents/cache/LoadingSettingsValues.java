// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link LoadingSettings}.
 */
record LoadingSettingsValues(EarlyRefresh earlyRefresh, double earlyRefreshFraction, double earlyRefreshBeta,
		Duration failSafe, Duration errorCoolDown, Duration softTimeout, Duration hardTimeout, int maxConcurrentLoads,
		Duration maxLoadWait, int maxNullEntriesPerSecond, int maxAsyncCalls) implements LoadingSettings {

	private static final Duration HOUR = Duration.ofHours(1);

	static final LoadingSettingsValues DEFAULTS = new LoadingSettingsValues(EarlyRefresh.OFF, 0.8, 1, Duration.ZERO,
			Duration.ZERO, Duration.ZERO, Duration.ZERO, 256, Duration.ofSeconds(10), 1000, 10_000);

	LoadingSettingsValues {
		Checks.notNull("earlyRefresh", earlyRefresh);
		Checks.isTrue(earlyRefreshFraction >= 0.05 && earlyRefreshFraction <= 0.99,
				"earlyRefreshFraction must be between 0.05 and 0.99, was " + earlyRefreshFraction);
		Checks.isTrue(earlyRefreshBeta >= 0.01 && earlyRefreshBeta <= 100,
				"earlyRefreshBeta must be between 0.01 and 100, was " + earlyRefreshBeta);
		Checks.between("failSafe", failSafe, Duration.ZERO, Duration.ofDays(365));
		Checks.between("errorCoolDown", errorCoolDown, Duration.ZERO, HOUR);
		Checks.between("softTimeout", softTimeout, Duration.ZERO, HOUR);
		Checks.between("hardTimeout", hardTimeout, Duration.ZERO, HOUR);
		Checks.between("maxConcurrentLoads", maxConcurrentLoads, 1, 10_000);
		Checks.between("maxLoadWait", maxLoadWait, Duration.ZERO, HOUR);
		Checks.between("maxNullEntriesPerSecond", maxNullEntriesPerSecond, 0, 1_000_000);
		Checks.between("maxAsyncCalls", maxAsyncCalls, 1, 1_000_000);
	}

	@Override
	public LoadingSettings withEarlyRefresh(EarlyRefresh changed) {
		return new LoadingSettingsValues(changed, this.earlyRefreshFraction, this.earlyRefreshBeta, this.failSafe,
				this.errorCoolDown, this.softTimeout, this.hardTimeout, this.maxConcurrentLoads, this.maxLoadWait,
				this.maxNullEntriesPerSecond, this.maxAsyncCalls);
	}

	@Override
	public LoadingSettings withEarlyRefreshFraction(double changed) {
		return new LoadingSettingsValues(this.earlyRefresh, changed, this.earlyRefreshBeta, this.failSafe,
				this.errorCoolDown, this.softTimeout, this.hardTimeout, this.maxConcurrentLoads, this.maxLoadWait,
				this.maxNullEntriesPerSecond, this.maxAsyncCalls);
	}

	@Override
	public LoadingSettings withEarlyRefreshBeta(double changed) {
		return new LoadingSettingsValues(this.earlyRefresh, this.earlyRefreshFraction, changed, this.failSafe,
				this.errorCoolDown, this.softTimeout, this.hardTimeout, this.maxConcurrentLoads, this.maxLoadWait,
				this.maxNullEntriesPerSecond, this.maxAsyncCalls);
	}

	@Override
	public LoadingSettings withFailSafe(Duration changed) {
		return new LoadingSettingsValues(this.earlyRefresh, this.earlyRefreshFraction, this.earlyRefreshBeta, changed,
				this.errorCoolDown, this.softTimeout, this.hardTimeout, this.maxConcurrentLoads, this.maxLoadWait,
				this.maxNullEntriesPerSecond, this.maxAsyncCalls);
	}

	@Override
	public LoadingSettings withErrorCoolDown(Duration changed) {
		return new LoadingSettingsValues(this.earlyRefresh, this.earlyRefreshFraction, this.earlyRefreshBeta,
				this.failSafe, changed, this.softTimeout, this.hardTimeout, this.maxConcurrentLoads, this.maxLoadWait,
				this.maxNullEntriesPerSecond, this.maxAsyncCalls);
	}

	@Override
	public LoadingSettings withSoftTimeout(Duration changed) {
		return new LoadingSettingsValues(this.earlyRefresh, this.earlyRefreshFraction, this.earlyRefreshBeta,
				this.failSafe, this.errorCoolDown, changed, this.hardTimeout, this.maxConcurrentLoads, this.maxLoadWait,
				this.maxNullEntriesPerSecond, this.maxAsyncCalls);
	}

	@Override
	public LoadingSettings withHardTimeout(Duration changed) {
		return new LoadingSettingsValues(this.earlyRefresh, this.earlyRefreshFraction, this.earlyRefreshBeta,
				this.failSafe, this.errorCoolDown, this.softTimeout, changed, this.maxConcurrentLoads, this.maxLoadWait,
				this.maxNullEntriesPerSecond, this.maxAsyncCalls);
	}

	@Override
	public LoadingSettings withMaxConcurrentLoads(int changed) {
		return new LoadingSettingsValues(this.earlyRefresh, this.earlyRefreshFraction, this.earlyRefreshBeta,
				this.failSafe, this.errorCoolDown, this.softTimeout, this.hardTimeout, changed, this.maxLoadWait,
				this.maxNullEntriesPerSecond, this.maxAsyncCalls);
	}

	@Override
	public LoadingSettings withMaxLoadWait(Duration changed) {
		return new LoadingSettingsValues(this.earlyRefresh, this.earlyRefreshFraction, this.earlyRefreshBeta,
				this.failSafe, this.errorCoolDown, this.softTimeout, this.hardTimeout, this.maxConcurrentLoads, changed,
				this.maxNullEntriesPerSecond, this.maxAsyncCalls);
	}

	@Override
	public LoadingSettings withMaxNullEntriesPerSecond(int changed) {
		return new LoadingSettingsValues(this.earlyRefresh, this.earlyRefreshFraction, this.earlyRefreshBeta,
				this.failSafe, this.errorCoolDown, this.softTimeout, this.hardTimeout, this.maxConcurrentLoads,
				this.maxLoadWait, changed, this.maxAsyncCalls);
	}

	@Override
	public LoadingSettings withMaxAsyncCalls(int changed) {
		return new LoadingSettingsValues(this.earlyRefresh, this.earlyRefreshFraction, this.earlyRefreshBeta,
				this.failSafe, this.errorCoolDown, this.softTimeout, this.hardTimeout, this.maxConcurrentLoads,
				this.maxLoadWait, this.maxNullEntriesPerSecond, changed);
	}

}
