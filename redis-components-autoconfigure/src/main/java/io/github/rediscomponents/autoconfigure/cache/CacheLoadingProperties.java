// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.EarlyRefresh;
import io.github.rediscomponents.cache.LoadingSettings;

import static io.github.rediscomponents.autoconfigure.cache.CacheEntryProperties.or;

/**
 * Properties of the loads of one cache; what is not set is taken from the defaults.
 *
 * @param earlyRefresh When a value is loaded anew in the background although it is still
 * fresh.
 * @param earlyRefreshFraction Fraction of the TTL after which the mode 'fraction' loads
 * anew.
 * @param earlyRefreshBeta Factor of the load time in the mode 'xfetch'; more than 1 loads
 * anew earlier.
 * @param failSafe Time after the TTL during which the old value is returned when a load
 * fails or is too slow.
 * @param errorCoolDown Time after the failure of a loader during which it is not called
 * again for the same key.
 * @param softTimeout Time after which a caller gets the old value that fail-safe keeps,
 * while the load goes on.
 * @param hardTimeout Time after which a caller stops waiting for a load, which goes on.
 * @param maxConcurrentLoads Number of loads that callers wait for that may run at the
 * same time in one process.
 * @param maxLoadWait Longest time that a load waits for a place among them.
 * @param maxNullEntriesPerSecond Number of keys without a value that one process may add
 * per second; 0 is no bound.
 * @since 1.0.0
 * @param maxAsyncCalls Number of asynchronous reads that may be under way at the same
 * time in one process, 1 to 1,000,000.
 */
public record CacheLoadingProperties(@Nullable EarlyRefresh earlyRefresh, @Nullable Double earlyRefreshFraction,
		@Nullable Double earlyRefreshBeta, @Nullable Duration failSafe, @Nullable Duration errorCoolDown,
		@Nullable Duration softTimeout, @Nullable Duration hardTimeout, @Nullable Integer maxConcurrentLoads,
		@Nullable Duration maxLoadWait, @Nullable Integer maxNullEntriesPerSecond, @Nullable Integer maxAsyncCalls) {

	LoadingSettings over(LoadingSettings base) {
		return base.withEarlyRefresh(or(this.earlyRefresh, base.earlyRefresh()))
			.withEarlyRefreshFraction(or(this.earlyRefreshFraction, base.earlyRefreshFraction()))
			.withEarlyRefreshBeta(or(this.earlyRefreshBeta, base.earlyRefreshBeta()))
			.withFailSafe(or(this.failSafe, base.failSafe()))
			.withErrorCoolDown(or(this.errorCoolDown, base.errorCoolDown()))
			.withSoftTimeout(or(this.softTimeout, base.softTimeout()))
			.withHardTimeout(or(this.hardTimeout, base.hardTimeout()))
			.withMaxConcurrentLoads(or(this.maxConcurrentLoads, base.maxConcurrentLoads()))
			.withMaxLoadWait(or(this.maxLoadWait, base.maxLoadWait()))
			.withMaxNullEntriesPerSecond(or(this.maxNullEntriesPerSecond, base.maxNullEntriesPerSecond()))
			.withMaxAsyncCalls(or(this.maxAsyncCalls, base.maxAsyncCalls()));
	}

}
