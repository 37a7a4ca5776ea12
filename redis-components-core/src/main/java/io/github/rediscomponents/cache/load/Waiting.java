// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.cache.CacheWaitException;
import io.github.rediscomponents.cache.CacheWaitException.Reason;
import io.github.rediscomponents.cache.bus.CacheBus;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.Signals;
import io.github.rediscomponents.cache.store.CacheStore;
import org.jspecify.annotations.Nullable;

/**
 * Waits for values of one cache that others load.
 */
public final class Waiting {

	/** After this time a waiting process looks again although no message came. */
	private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	/** The same while the subscription is being made and no message can come. */
	private static final long POLL_UNSUBSCRIBED_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

	private final String name;

	private final CacheBus bus;

	private final CacheStore store;

	private final ScheduledExecutorService timer;

	public Waiting(String name, CacheBus bus, CacheStore store, ScheduledExecutorService timer) {
		this.name = name;
		this.bus = bus;
		this.timer = timer;
		this.store = store;
	}

	/**
	 * Returns the time until which a caller that starts now waits for others.
	 */
	public long deadline() {
		return System.nanoTime() + this.store.settings().waitTimeout().toNanos();
	}

	/**
	 * Returns the time until which a caller whose wait timed out waits for a load that
	 * started after that.
	 */
	public long lateDeadline() {
		return System.nanoTime() + this.store.settings().maxLoadTime().toNanos();
	}

	public static boolean isOver(long deadline) {
		return System.nanoTime() - deadline >= 0;
	}

	/**
	 * Waits for the process that has the lease.
	 * @param signals tell that it is time to look again, also before the call
	 * @param leftMillis how long the lease lasts
	 * @return false if there is no time left
	 */
	public boolean turn(Signals signals, long leftMillis, long deadline) {
		long left = deadline - System.nanoTime();
		if (left <= 0) {
			return false;
		}
		try {
			signals.await(turnNanos(left, leftMillis));
			return true;
		}
		catch (InterruptedException ex) {
			throw interrupted(ex);
		}
	}

	private long turnNanos(long leftNanos, long leaseMillis) {
		long poll = this.bus.isSubscribed() ? POLL_NANOS : POLL_UNSUBSCRIBED_NANOS;
		return Math.min(leftNanos, Math.min(poll, TimeUnit.MILLISECONDS.toNanos(leaseMillis + 1)));
	}

	/**
	 * Does what {@link #turn} does without a thread that waits.
	 */
	public CompletableFuture<Boolean> turnLater(Signals signals, long leftMillis, long deadline) {
		long left = deadline - System.nanoTime();
		if (left <= 0) {
			return CompletableFuture.completedFuture(false);
		}
		CompletableFuture<Boolean> turn = new CompletableFuture<>();
		Runnable raised = () -> turn.complete(true);
		signals.whenRaised(raised);
		turn.whenComplete((again, failure) -> signals.forget(raised));
		alarm(turn, turnNanos(left, leftMillis), () -> turn.complete(true));
		return turn;
	}

	/**
	 * Does what {@link #join} does without a thread that waits.
	 */
	public <V> CompletableFuture<@Nullable Found<V>> joinLater(Flight<V> running, long deadline) {
		CompletableFuture<@Nullable Found<V>> joined = running.outcome().copy();
		alarm(joined, deadline - System.nanoTime(), () -> joined.complete(null));
		return joined;
	}

	/**
	 * Does something after a time, unless a future is completed before. The future fails
	 * when the components are shut down.
	 */
	public void alarm(CompletableFuture<?> future, long nanos, Runnable task) {
		if (future.isDone()) {
			return;
		}
		try {
			Future<?> timer = this.timer.schedule(task, nanos, TimeUnit.NANOSECONDS);
			future.whenComplete((result, failure) -> timer.cancel(false));
		}
		catch (RejectedExecutionException ex) {
			future.completeExceptionally(ex);
		}
	}

	/**
	 * Waits for another thread of this process.
	 * @return null if its flight ends without a result, or has none in time
	 */
	public <V> @Nullable Found<V> join(Flight<V> running, long deadline) {
		try {
			return running.await(deadline);
		}
		catch (InterruptedException ex) {
			throw interrupted(ex);
		}
	}

	/**
	 * Passes a loader's failure to the callers that wait, unless it concerns only the
	 * thread that ran the loader.
	 */
	public static <V> void share(RuntimeException failure, List<Flight<V>> flights) {
		if (!FailSafe.isInterrupt(failure)) {
			flights.forEach((flight) -> flight.fail(failure));
		}
	}

	public CacheWaitException interrupted(InterruptedException cause) {
		Thread.currentThread().interrupt();
		return new CacheWaitException(this.name, Reason.INTERRUPTED, cause);
	}

}
