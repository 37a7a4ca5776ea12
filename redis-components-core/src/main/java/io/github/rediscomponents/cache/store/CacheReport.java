// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.CacheObserver.OutboxEvent;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.entry.ReadBack;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Spans;
import io.github.rediscomponents.support.Spans.Span;
import io.github.rediscomponents.support.Spans.Work;
import io.github.rediscomponents.support.Thrown;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Reports the events of one cache to its observer and to the log.
 */
public final class CacheReport {

	private static final Logger logger = LoggerFactory.getLogger(CacheReport.class);

	private final String name;

	private final CacheObserver observer;

	private final Spans spans;

	private final FailureLog failures;

	private final Supplier<@Nullable CacheCounts> counting;

	/** Null as long as this cache is not counted. */
	private volatile @Nullable CacheCounts counts;

	private final AtomicBoolean saidTooLarge = new AtomicBoolean();

	CacheReport(String name, CacheObserver observer, Spans spans, FailureLog failures,
			Supplier<@Nullable CacheCounts> counting) {
		this.name = name;
		this.spans = spans;
		this.observer = observer;
		this.failures = failures;
		this.counting = counting;
		this.counts = counting.get();
	}

	private void count(Consumer<CacheCounts> event) {
		CacheCounts known = this.counts;
		if (known == null) {
			// Not shown, but it may be declared later.
			known = this.counting.get();
			this.counts = known;
		}
		if (known != null) {
			event.accept(known);
		}
	}

	public void lookup(Lookup.State state) {
		count((counts) -> counts.lookup(state));
		this.observer.lookup(this.name, state);
	}

	public void localHits(Lookup.State state, long count) {
		if (count > 0) {
			count((counts) -> counts.localHits(count));
			this.observer.localHits(this.name, state, count);
		}
	}

	/**
	 * A Bloom filter answered a lookup.
	 */
	public void absent() {
		this.observer.absent(this.name);
	}

	/**
	 * The age of what a caller got.
	 */
	public void age(CacheObserver.Level level, long millis) {
		this.observer.age(this.name, level, millis);
	}

	/**
	 * Redis has taken a change by this process.
	 */
	public void invalidated(CacheObserver.Change change, int count) {
		if (count > 0) {
			count((counts) -> counts.invalidated(count));
			this.observer.invalidated(this.name, change, count);
		}
	}

	/**
	 * A message says that something was changed.
	 */
	public void told(CacheObserver.Change change) {
		this.observer.told(this.name, change);
	}

	public void lease(LeaseEvent event) {
		this.observer.lease(this.name, event);
	}

	/** A loader begins to run on the calling thread. */
	public Span loadSpan() {
		return this.spans.begin(Work.CACHE_LOAD, "", this.name);
	}

	public void load(long nanos, boolean succeeded) {
		count((counts) -> counts.load(succeeded));
		this.observer.load(this.name, nanos, succeeded);
	}

	public void loading(LoadEvent event) {
		this.observer.loading(this.name, event);
	}

	/**
	 * A caller got an old value. The failure of a loader may quote a key, which is logged
	 * at DEBUG only.
	 * @param failure why; null if it was reported already
	 */
	public void servedStale(StaleReason reason, @Nullable RuntimeException failure) {
		this.observer.servedStale(this.name, reason);
		if (failure != null && reason == StaleReason.FAILED) {
			Throwable cause = Thrown.cause(failure);
			this.failures.warn("Cache '{}' returns old values, because its loader fails with {}", this.name,
					((cause != null) ? cause : failure).getClass().getName());
			FailureLog.debug(logger, failure, "Cache '{}' returns an old value", this.name);
		}
	}

	/**
	 * A caller got what the local level knew before Redis stopped answering.
	 * @param first whether it is the first of this outage
	 */
	public void servedWithoutRedis(boolean first) {
		servedStale(StaleReason.REDIS_AWAY, null);
		if (first) {
			logger.warn("Cache '{}' returns values from its memory, because Redis does not answer", this.name);
		}
	}

	public void guarded(Membership answer) {
		this.observer.guarded(this.name, answer);
	}

	/**
	 * An operation goes on without Redis.
	 */
	public void goesOnWithout(RedisComponentsException failure) {
		this.observer.redisFailure(this.name);
		if (failure instanceof RedisUnavailableException) {
			FailureLog.debug(logger, failure, "Cache '{}' goes on without Redis", this.name);
			return;
		}
		this.failures.warn(failure, "Redis refuses commands of cache '{}'; it loads without Redis", this.name);
	}

	/**
	 * Invalidations failed and are repeated.
	 */
	public void queued(int keys) {
		this.observer.outbox(this.name, OutboxEvent.QUEUED, keys);
	}

	/**
	 * So many failed that the cache will be cleared, or a clear did.
	 */
	public void queuedEverything() {
		this.observer.outbox(this.name, OutboxEvent.QUEUED_CLEAR, 1);
	}

	/**
	 * The caller does not see that an invalidation failed.
	 */
	public void notInvalidated(RedisComponentsException failure) {
		this.failures.warn(failure, "Cache '{}' could not invalidate; it tries again until that succeeds", this.name);
	}

	/**
	 * Invalidations were repeated.
	 */
	public void replayed(int done, @Nullable RuntimeException failure) {
		if (done > 0) {
			this.observer.outbox(this.name, OutboxEvent.REPLAYED, done);
		}
		if (failure instanceof RedisUnavailableException) {
			FailureLog.debug(logger, failure, "Cache '{}' cannot invalidate yet", this.name);
		}
		else if (failure != null) {
			this.failures.warn(failure, "Redis refuses to invalidate entries of cache '{}'; it tries again", this.name);
		}
	}

	/**
	 * The Bloom filter was built with other settings.
	 */
	public void goesOnWithoutFilter(IllegalStateException failure) {
		this.failures.warn(failure, "Cache '{}' goes on without its Bloom filter", this.name);
	}

	/**
	 * Content was found that this cache did not write.
	 */
	public void foreign() {
		this.observer.unreadable(this.name);
		logger.debug("Cache '{}' found content that is not its own", this.name);
	}

	/**
	 * An entry of this cache cannot be decoded. The message of the exception may quote
	 * the value, which is logged at DEBUG only.
	 */
	public void unreadable(RuntimeException failure) {
		this.observer.unreadable(this.name);
		this.failures.warn("Cache '{}' cannot read what it stored, because of {}, and loads it each time", this.name,
				ReadBack.reason(failure));
		FailureLog.debug(logger, failure, "Cache '{}' cannot read what it stored", this.name);
	}

	/**
	 * A value cannot be encoded. The message of the exception may quote it.
	 */
	public void unencodable(RuntimeException failure) {
		FailureLog.debug(logger, failure, "Cache '{}' cannot remember what it cannot encode", this.name);
	}

	/**
	 * A value was encoded to be stored.
	 * @param bytes how many it has
	 * @param stored how many are stored
	 */
	public void encoded(int bytes, int stored) {
		this.observer.encoded(this.name, bytes, stored);
	}

	/**
	 * A value is not stored because of its size.
	 */
	public void tooLarge(int bytes, int most) {
		this.observer.tooLarge(this.name, bytes);
		Level level = this.saidTooLarge.getAndSet(true) ? Level.DEBUG : Level.WARN;
		logger.atLevel(level)
			.log("Cache '{}' does not store a value of {} bytes, more than its max-value-bytes of {}", this.name, bytes,
					most);
	}

	/**
	 * A rebuild failed.
	 */
	public void rebuildFailed(RuntimeException failure) {
		FailureLog.debug(logger, failure, "Cache '{}' failed to rebuild stale values; they stay", this.name);
	}

}
