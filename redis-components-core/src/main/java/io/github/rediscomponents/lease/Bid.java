// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.FailureLog;

/**
 * The request of an {@link Acquisition} to Redis: its lease id, and whether Redis may
 * have granted it in a reply that was lost.
 *
 * @since 1.0.0
 */
public final class Bid {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLock.class);

	private final LeaseEngine engine;

	private final Keeper keeper;

	/** The same, but its acquisitions may need replicas. */
	private final Keeper asked;

	private final LeaseTerms terms;

	private final Answers answers;

	private volatile String leaseId;

	private volatile boolean unsure;

	private volatile boolean repeated;

	private volatile @Nullable CompletableFuture<Boolean> reservation;

	Bid(LeaseEngine engine, Keeper keeper, LockOptions options, LeaseTerms terms, Answers answers) {
		this.engine = engine;
		this.keeper = keeper;
		this.asked = (options.minReplicas() == 0) ? keeper
				: keeper.replicated(options.minReplicas(), engine.settings().replicaTimeout());
		this.terms = terms;
		this.answers = answers;
		this.leaseId = keeper.newLeaseId(engine.client());
	}

	String leaseId() {
		return this.leaseId;
	}

	/**
	 * Sends the request on the calling thread and waits for the reply.
	 */
	void askBlocking(long waitMillis) {
		long leaseMillis = this.terms.nextLeaseMillis(0);
		long sent = System.nanoTime();
		long reply;
		try {
			reply = this.asked.acquire(this.leaseId, leaseMillis, this.terms.retentionMillis(), waitMillis);
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
			return;
		}
		this.answers.answered(reply, sent, leaseMillis, waitMillis);
	}

	/** Returns whether the lease must be reserved first. */
	boolean reserves() {
		return this.keeper instanceof ReservingKeeper;
	}

	/**
	 * Returns whether the keeper waits by itself and must be notified of the end of the
	 * wait time.
	 */
	boolean outlastsWait() {
		return this.keeper instanceof ReservingKeeper reserving && reserving.outlastsWait();
	}

	void ask(long waitMillis) {
		if (!(this.keeper instanceof ReservingKeeper reserving)) {
			begin(waitMillis);
			return;
		}
		CompletableFuture<Boolean> mine = Attempt
			.of(() -> reserving.reserve(this.leaseId, this.terms.nextLeaseMillis(0), waitMillis))
			.toCompletableFuture();
		this.reservation = mine;
		mine.whenComplete((granted, failure) -> {
			if (mine.isCancelled()) {
				giveBack();
			}
			else if (failure != null) {
				failed(failure);
			}
			else if (granted) {
				begin(waitMillis);
			}
			else {
				this.answers.answered(0, System.nanoTime(), 0, waitMillis);
			}
		});
	}

	boolean isReserving() {
		CompletableFuture<Boolean> mine = this.reservation;
		return mine != null && !mine.isDone();
	}

	void stopReserving() {
		CompletableFuture<Boolean> mine = this.reservation;
		if (mine == null) {
			return;
		}
		try {
			mine.cancel(false);
		}
		catch (RuntimeException | Error ex) {
			FailureLog.debug(logger, ex, "A reservation could not be ended");
		}
	}

	private void begin(long waitMillis) {
		long leaseMillis = this.terms.nextLeaseMillis(0);
		long sent = System.nanoTime();
		Attempt.of(() -> this.asked.acquireAsync(this.leaseId, leaseMillis, this.terms.retentionMillis(), waitMillis))
			.whenComplete((reply, failure) -> {
				if (failure != null) {
					failed(failure);
				}
				else {
					this.answers.answered(reply, sent, leaseMillis, waitMillis);
				}
			});
	}

	/** Whether another lease of this process can be passed on to this one. */
	boolean takesOver() {
		return this.asked == this.keeper && !reserves();
	}

	/**
	 * Releases another lease of this process and acquires its lock in one script.
	 * @param otherwise runs if the lock went to another process
	 */
	CompletionStage<Long> takeOver(String from, Runnable otherwise) {
		long leaseMillis = this.terms.nextLeaseMillis(0);
		long sent = System.nanoTime();
		CompletionStage<Long> passed = Attempt
			.of(() -> this.keeper.passAsync(from, this.leaseId, leaseMillis, this.terms.retentionMillis()));
		passed.whenComplete((reply, failure) -> {
			if (failure != null) {
				failed(failure);
			}
			else if (reply > 1) {
				this.answers.answered(reply, sent, leaseMillis, 0);
			}
			else {
				otherwise.run();
			}
		});
		return passed;
	}

	private void failed(Throwable wrapped) {
		Throwable failure = Futures.cause(wrapped);
		this.unsure |= isUnknown(failure);
		this.answers.failed(failure);
	}

	/** Returns whether Redis may have done what failed. */
	public static boolean isUnknown(Throwable failure) {
		return (failure instanceof RedisUnavailableException away) ? away.outcome() == Outcome.UNKNOWN
				: !(failure instanceof RedisComponentsException);
	}

	RedisLease lease(@Nullable Gate gate, long token, long sent, long leaseMillis) {
		return new RedisLease(this.engine, gate, this.keeper, this.leaseId, token, this.terms, sent, leaseMillis);
	}

	/** Releases a lease that Redis granted, or may have granted in a lost reply. */
	void giveBack() {
		this.engine.giveBack(this.keeper, this.leaseId, this.terms.leaseMillis());
	}

	void giveBackIfUnsure() {
		if (this.unsure) {
			giveBack();
		}
	}

	/**
	 * Gives back and begins again under another lease id.
	 * @return whether it does so for the first time
	 */
	boolean anew() {
		giveBack();
		boolean first = !this.repeated;
		this.repeated = true;
		this.unsure = false;
		this.leaseId = this.keeper.newLeaseId(this.engine.client());
		return first;
	}

	/** Ends the wait in Redis, which forgets it by itself if that cannot be sent. */
	void leave() {
		try {
			this.keeper.leave(this.leaseId);
		}
		catch (RuntimeException | Error ex) {
			FailureLog.debug(logger, ex, "A wait could not be ended");
		}
	}

	/**
	 * Receives the answers of Redis.
	 */
	interface Answers {

		/**
		 * Redis has answered.
		 * @param reply the token, or minus the milliseconds after which to repeat the
		 * request
		 * @param sent when the request was sent
		 * @param leaseMillis the lease time
		 * @param waitMillis how long the wait is registered
		 */
		void answered(long reply, long sent, long leaseMillis, long waitMillis);

		void failed(Throwable failure);

	}

}
