// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.CacheWaitException;
import io.github.rediscomponents.cache.CacheWaitException.Reason;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.OnWaitTimeout;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.LoadFailure;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.support.Thrown;
import org.jspecify.annotations.Nullable;

/**
 * What callers of one cache get when a load fails, is too slow or cannot run: the older
 * value if there is one, else an exception.
 */
public final class FailSafe {

	private final FailureMemory failures = new FailureMemory();

	private final String name;

	private final CacheReport report;

	public FailSafe(String name, CacheReport report) {
		this.name = name;
		this.report = report;
	}

	/**
	 * Returns what the future of a load fails with, see {@link LoadFailure}.
	 */
	public Throwable failure(Throwable thrown) {
		return LoadFailure.of(this.name, thrown);
	}

	/**
	 * Returns whether a failure concerns only the thread that ran the loader.
	 */
	public static boolean isInterrupt(RuntimeException failure) {
		return Thrown.cause(failure) instanceof InterruptedException;
	}

	public boolean isCoolingDown(String text, CacheSettings settings) {
		return this.failures.get(text, settings.loading().errorCoolDown()) != null;
	}

	/**
	 * Notes that a load failed.
	 */
	public void remember(String text, RuntimeException failure, CacheSettings settings) {
		if (!isInterrupt(failure)) {
			this.failures.put(text, failure, settings.loading().errorCoolDown());
		}
	}

	/**
	 * Answers in place of a loader that failed a moment ago.
	 * @param held the older value
	 * @return null if the loader is to be called
	 */
	public <V> @Nullable Found<V> coolingDown(String text, CacheSettings settings, @Nullable V held) {
		RuntimeException known = this.failures.get(text, settings.loading().errorCoolDown());
		if (known == null) {
			return null;
		}
		this.report.loading(LoadEvent.COOLING_DOWN);
		return instead(held, StaleReason.COOLING_DOWN, known);
	}

	/**
	 * Answers in place of a loader that failed.
	 */
	public <V> Found<V> failed(LoadCall<V> call, RuntimeException failure) {
		if (isInterrupt(failure)) {
			throw failure;
		}
		remember(call.text(), failure, call.settings());
		return instead(call.held(), StaleReason.FAILED, failure);
	}

	/**
	 * Answers in place of a loader that found no place.
	 */
	public <V> Found<V> rejected(LoadCall<V> call) {
		return instead(call.held(), StaleReason.REJECTED, rejection(call.settings().loading()));
	}

	public CacheLoadException rejection(LoadingSettings loading) {
		this.report.loading(LoadEvent.REJECTED);
		return new CacheLoadException(this.name,
				new RejectedExecutionException("max-concurrent-loads, " + loading.maxConcurrentLoads()
						+ ", were running and no place came free in time (max-load-wait " + loading.maxLoadWait()
						+ ")"));
	}

	/**
	 * Answers a caller whose soft or hard time-out passed.
	 */
	public <V> Found<V> timedOut(LoadCall<V> call) {
		return instead(call.held(), StaleReason.TIMED_OUT, timedOut(call.settings()));
	}

	/**
	 * Answers a caller whose load was interrupted for its length.
	 */
	public <V> Found<V> cutOff(LoadCall<V> call) {
		return instead(call.held(), StaleReason.TIMED_OUT, cutOff(call.settings()));
	}

	public CacheLoadException timedOut(CacheSettings settings) {
		this.report.loading(LoadEvent.TIMED_OUT);
		return tooSlow("hard-timeout", settings.loading().hardTimeout());
	}

	public CacheLoadException cutOff(CacheSettings settings) {
		return tooSlow("max-load-time", settings.maxLoadTime());
	}

	private CacheLoadException tooSlow(String property, Duration time) {
		return new CacheLoadException(this.name, new TimeoutException("it took longer than " + property + ", " + time));
	}

	/**
	 * Answers a caller whose time for waiting is over.
	 * @return null if it is to load
	 */
	public <V> @Nullable Found<V> gaveUp(LoadCall<V> call) {
		return call.limit().isOver() ? timedOut(call) : waited(call.settings().onWaitTimeout(), call.held());
	}

	/**
	 * Refuses an asynchronous call.
	 */
	public CacheLoadException crowded(CacheSettings settings) {
		this.report.loading(LoadEvent.REJECTED);
		return new CacheLoadException(this.name, new RejectedExecutionException(
				"max-async-calls, " + settings.loading().maxAsyncCalls() + ", were under way"));
	}

	/**
	 * Answers a caller whose wait for another caller's load timed out.
	 * @return null if it is to load
	 */
	public <V> @Nullable Found<V> waited(OnWaitTimeout then, @Nullable V held) {
		if (then == OnWaitTimeout.FAIL) {
			throw new CacheWaitException(this.name, Reason.TIMED_OUT, null);
		}
		if (then != OnWaitTimeout.STALE || held == null) {
			return null;
		}
		this.report.servedStale(StaleReason.WAITED, null);
		return new Found<>(held, true);
	}

	/**
	 * Takes over the outcome of another caller's load. In place of the older value of
	 * that caller, which may have been invalidated before this one started, it is the
	 * older value that this one read itself.
	 * @return null if there is none
	 */
	public <V> @Nullable Found<V> shared(Found<V> found, @Nullable V held) {
		if (!found.stale()) {
			return found;
		}
		if (held == null) {
			return null;
		}
		this.report.servedStale(StaleReason.FAILED, null);
		return new Found<>(held, true);
	}

	public <V> Found<V> instead(@Nullable V held, StaleReason reason, RuntimeException failure) {
		if (held == null) {
			throw failure;
		}
		this.report.servedStale(reason, failure);
		return new Found<>(held, true);
	}

}
