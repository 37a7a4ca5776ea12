// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

/**
 * How one cache loads: refreshes before the end, what it does when loaders fail or are
 * slow, and how many run at a time. Immutable: each {@code with} method returns a changed
 * copy, and throws an {@link IllegalArgumentException} that names the property if a value
 * is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface LoadingSettings permits LoadingSettingsValues {

	/**
	 * No early refresh (0.8 of the time to live, beta 1 when it is switched on), no
	 * fail-safe, no cool-down, no time-outs, 256 loads at a time with 10 seconds of
	 * waiting for a place, 1,000 absences per second, 10,000 asynchronous calls at a
	 * time.
	 * @return the settings of a cache without configuration
	 */
	static LoadingSettings defaults() {
		return LoadingSettingsValues.DEFAULTS;
	}

	/** Returns when a fresh value is loaded anew in the background. */
	EarlyRefresh earlyRefresh();

	/**
	 * Returns the fraction of the time to live after which {@link EarlyRefresh#FRACTION}
	 * refreshes, 0.05 to 0.99.
	 */
	double earlyRefreshFraction();

	/**
	 * Returns the beta of {@link EarlyRefresh#XFETCH}, 0.01 to 100; more than 1 refreshes
	 * earlier.
	 */
	double earlyRefreshBeta();

	/**
	 * Returns how long past its time to live a value may be returned when a load fails or
	 * is too slow, 0 to 365 days; 0 is not at all.
	 */
	Duration failSafe();

	/**
	 * Returns how long no loader is called for a key whose loader failed, 0 to 1 hour; 0
	 * is not at all.
	 */
	Duration errorCoolDown();

	/**
	 * Returns the time after which a caller that misses gets the value that
	 * {@link #failSafe} keeps, while the load goes on, 0 to 1 hour; 0 is never.
	 */
	Duration softTimeout();

	/**
	 * Returns the time after which a caller that misses stops waiting, while the load
	 * goes on, 0 to 1 hour; 0 is never.
	 */
	Duration hardTimeout();

	/**
	 * Returns how many loads that callers wait for may run at the same time in one
	 * process, 1 to 10,000.
	 */
	int maxConcurrentLoads();

	/** Returns how long a load waits for a place among them, 0 to 1 hour. */
	Duration maxLoadWait();

	/**
	 * Returns how many keys one process may add per second to remember that they have no
	 * value, 0 to 1,000,000; 0 is no bound. Ten times as many may come at once.
	 */
	int maxNullEntriesPerSecond();

	/**
	 * Returns how many asynchronous reads may be under way at the same time in one
	 * process, 1 to 1,000,000. Those that the local level answers do not count.
	 */
	int maxAsyncCalls();

	LoadingSettings withEarlyRefresh(EarlyRefresh earlyRefresh);

	LoadingSettings withEarlyRefreshFraction(double earlyRefreshFraction);

	LoadingSettings withEarlyRefreshBeta(double earlyRefreshBeta);

	LoadingSettings withFailSafe(Duration failSafe);

	LoadingSettings withErrorCoolDown(Duration errorCoolDown);

	LoadingSettings withSoftTimeout(Duration softTimeout);

	LoadingSettings withHardTimeout(Duration hardTimeout);

	LoadingSettings withMaxConcurrentLoads(int maxConcurrentLoads);

	LoadingSettings withMaxLoadWait(Duration maxLoadWait);

	LoadingSettings withMaxNullEntriesPerSecond(int maxNullEntriesPerSecond);

	LoadingSettings withMaxAsyncCalls(int maxAsyncCalls);

}
