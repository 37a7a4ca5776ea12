// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.support.Spans;
import io.github.rediscomponents.support.Spans.Span;
import io.github.rediscomponents.support.Spans.Work;

/**
 * Ends an {@link Acquisition} and hands its result to the caller. The {@link Stage}
 * decides once whether the acquisition ends by itself or is given up; where it ended by
 * itself, the caller takes the result, also when it is interrupted in that moment.
 * Listeners are notified on the thread of the caller, so that none runs before the result
 * is complete.
 *
 * @since 1.0.0
 */
public final class HandOver {

	private final Keeper keeper;

	private final LockObserver observer;

	private final Spans spans;

	private final long startNanos;

	private final Stage stage;

	private final Bid bid;

	private final WaitingPlace place;

	private final CompletableFuture<@Nullable RedisLease> result = new CompletableFuture<>();

	private volatile long waitedNanos;

	HandOver(LeaseEngine engine, Keeper keeper, long startNanos, Stage stage, Bid bid, WaitingPlace place) {
		this.keeper = keeper;
		this.observer = engine.observer();
		this.spans = engine.spans();
		this.startNanos = startNanos;
		this.stage = stage;
		this.bid = bid;
		this.place = place;
	}

	/**
	 * Ends the attempt with its result. A lease that comes after its end is given back.
	 */
	void end(@Nullable RedisLease lease) {
		if (!this.stage.end()) {
			this.place.endNews();
			if (lease != null) {
				this.bid.giveBack();
			}
			return;
		}
		// From here on the caller owns the result, even if the following steps fail.
		try {
			if (lease == null) {
				withdraw();
			}
			else {
				begin(lease);
			}
		}
		finally {
			this.waitedNanos = System.nanoTime() - this.startNanos;
			this.result.complete(lease);
		}
	}

	/**
	 * Ends the attempt whose grant took longer than its lease.
	 * @param waited whether it ends because its time to wait has passed
	 */
	void endLate(boolean waited) {
		if (waited) {
			end(null);
		}
		else {
			abort(new RedisUnavailableException(
					"Redis answered after the lease of '" + this.keeper.name() + "' had passed, twice", Outcome.UNKNOWN,
					null));
		}
	}

	private void begin(RedisLease lease) {
		try {
			lease.begin();
		}
		finally {
			this.place.endNews();
			this.place.granted();
		}
	}

	/** Ends the attempt with a failure. */
	void abort(Throwable failure) {
		if (!this.stage.end()) {
			this.place.endNews();
			return;
		}
		try {
			withdraw();
		}
		finally {
			this.result.completeExceptionally(failure);
		}
	}

	/**
	 * Ends the attempt. A lease that Redis may still grant is released.
	 * @return false if the attempt has ended already, and the caller must take its result
	 */
	boolean cancel() {
		if (!this.stage.end()) {
			return false;
		}
		withdraw();
		this.result.cancel(false);
		return true;
	}

	private void withdraw() {
		this.place.endNews();
		this.bid.stopReserving();
		this.bid.giveBackIfUnsure();
		this.place.withdraw();
	}

	CompletableFuture<@Nullable RedisLease> result() {
		return this.result;
	}

	/**
	 * Waits for the result. An interrupt gives the attempt up.
	 * @return the lease, null if there is none; with the interrupt kept if it came just
	 * when the lease did
	 * @throws InterruptedException if the thread was interrupted; nothing is held
	 */
	@Nullable RedisLease awaitInterruptibly() throws InterruptedException {
		if (this.result.isDone()) {
			return interruptibly();
		}
		try (Span span = span()) {
			try {
				return ended(span, interruptibly());
			}
			catch (InterruptedException | RuntimeException | Error ex) {
				span.error(ex);
				throw ex;
			}
		}
	}

	private @Nullable RedisLease interruptibly() throws InterruptedException {
		try {
			return taken(this.result.get());
		}
		catch (InterruptedException ex) {
			RedisLease lease = cancel() ? null : this.result.exceptionally((failure) -> null).join();
			if (lease == null) {
				throw ex;
			}
			Thread.currentThread().interrupt();
			return taken(lease);
		}
		catch (ExecutionException ex) {
			throw Futures.failure(ex);
		}
	}

	/** Waits for the result and does not mind interrupts, which are kept. */
	@Nullable RedisLease await() {
		if (this.result.isDone()) {
			return uninterruptibly();
		}
		try (Span span = span()) {
			try {
				return ended(span, uninterruptibly());
			}
			catch (RuntimeException | Error ex) {
				span.error(ex);
				throw ex;
			}
		}
	}

	/** The calling thread begins to wait. */
	private Span span() {
		LockKind kind = this.keeper.kind();
		return this.spans.begin((kind == LockKind.PERMIT) ? Work.SEMAPHORE_WAIT : Work.LOCK_WAIT, kind.name(),
				this.keeper.name());
	}

	private static @Nullable RedisLease ended(Span span, @Nullable RedisLease lease) {
		span.outcome((lease != null) ? "acquired" : "timed_out");
		return lease;
	}

	private @Nullable RedisLease uninterruptibly() {
		try {
			return taken(this.result.join());
		}
		catch (CompletionException ex) {
			throw Futures.failure(ex);
		}
	}

	/**
	 * Notifies the observer of the result.
	 */
	@Nullable RedisLease taken(@Nullable RedisLease lease) {
		if (lease != null) {
			this.observer.acquired(lease, this.waitedNanos);
		}
		else {
			this.observer.notAcquired(this.keeper.name(), this.waitedNanos);
		}
		return lease;
	}

}
