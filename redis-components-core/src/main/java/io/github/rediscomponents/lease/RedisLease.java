// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockLostException;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.FailureLog;

/**
 * {@link Lease} in this process. Changes from held to released or lost, once.
 *
 * @since 1.0.0
 */
public final class RedisLease implements Lease {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLock.class);

	@SuppressWarnings("rawtypes")
	private static final AtomicReferenceFieldUpdater<RedisLease, Enum> STATE = AtomicReferenceFieldUpdater
		.newUpdater(RedisLease.class, Enum.class, "state");

	@SuppressWarnings("rawtypes")
	private static final AtomicReferenceFieldUpdater<RedisLease, CompletableFuture> LOST = AtomicReferenceFieldUpdater
		.newUpdater(RedisLease.class, CompletableFuture.class, "lost");

	@SuppressWarnings("rawtypes")
	private static final AtomicReferenceFieldUpdater<RedisLease, CompletableFuture> RELEASED = AtomicReferenceFieldUpdater
		.newUpdater(RedisLease.class, CompletableFuture.class, "released");

	private final LeaseEngine engine;

	private final @Nullable Gate gate;

	private final Keeper keeper;

	private final String id;

	private final long token;

	private volatile LeaseTime time;

	// A Phase, or the LossReason once the lease is lost.
	private volatile Enum<?> state = Phase.HELD;

	private volatile @Nullable CompletableFuture<LossReason> lost;

	private volatile @Nullable CompletableFuture<ReleaseResult> released;

	private volatile boolean cleared;

	/** Whether a renewal is under way. Only used by the renewals. */
	volatile boolean renewing;

	public RedisLease(LeaseEngine engine, @Nullable Gate gate, Keeper keeper, String id, long token, LeaseTerms terms,
			long sentNanos, long leaseMillis) {
		this.engine = engine;
		this.gate = gate;
		this.keeper = keeper;
		this.id = id;
		this.token = token;
		this.time = new LeaseTime(terms, sentNanos, leaseMillis);
	}

	/**
	 * Is held from now on: known in this process, and renewed.
	 */
	public void begin() {
		if (this.gate != null) {
			this.gate.hold(this);
		}
		this.engine.renewals().add(this);
	}

	String what() {
		return (this.keeper.kind() == LockKind.PERMIT) ? "permit" : "lock";
	}

	public Keeper keeper() {
		return this.keeper;
	}

	Duration age() {
		return Duration.ofNanos(this.time.heldNanos());
	}

	LeaseTime time() {
		return this.time;
	}

	public LeaseTerms terms() {
		return this.time.terms();
	}

	/** Returns for how long the next renewal should be. */
	public long renewalMillis() {
		return this.time.renewalMillis();
	}

	@Override
	public String name() {
		return this.keeper.name();
	}

	@Override
	public String id() {
		return this.id;
	}

	@Override
	public long token() {
		return this.token;
	}

	long remainingNanos() {
		return this.time.remainingNanos();
	}

	@Override
	public Duration remaining() {
		return isValid() ? Duration.ofNanos(Math.max(0, remainingNanos())) : Duration.ZERO;
	}

	@Override
	public boolean isValid() {
		if (this.state != Phase.HELD) {
			return false;
		}
		if (remainingNanos() > 0) {
			return true;
		}
		expire();
		return false;
	}

	@Override
	public void checkValid() {
		if (!isValid()) {
			throw lostException();
		}
	}

	public LockLostException lostException() {
		return new LockLostException(name(), this.token, (this.state instanceof LossReason why) ? why : null);
	}

	@Override
	public boolean extend(Duration duration) {
		Checks.between("duration", duration, LockOptions.MIN_LEASE, LockOptions.MAX_LEASE);
		if (!isValid()) {
			return false;
		}
		this.engine.checkMayWait();
		long sent = System.nanoTime();
		long millis = duration.toMillis();
		return renewed(this.keeper.renewal().renew(this, millis), sent, millis);
	}

	/**
	 * Takes the answer to a renewal. One that came after the deadline is of no use,
	 * because the lease may already have been reported as lost.
	 * @return whether the lease is still held
	 */
	boolean renewed(boolean ours, long sentNanos, long millis) {
		if (!ours) {
			lose(LossReason.REMOVED);
			return false;
		}
		return isValid() && this.time.renewed(sentNanos, millis);
	}

	/**
	 * Begins again on other terms, as one of several leases that were acquired one after
	 * the other. Discards the times of earlier renewals.
	 */
	public void restart(LeaseTerms other, long sentNanos, long millis) {
		this.time = new LeaseTime(other, sentNanos, millis);
		if (isValid()) {
			this.engine.renewals().add(this);
		}
	}

	void expire() {
		lose(this.time.end());
	}

	public void lose(LossReason why) {
		if (STATE.compareAndSet(this, Phase.HELD, why)) {
			this.engine.renewals().remove(this);
			lost(why);
		}
	}

	private void lost(LossReason why) {
		if (why == LossReason.OWNER_DIED) {
			// No thread works under it, so its waiters need not wait until it has passed.
			clear(why);
		}
		leave();
		logger.warn("The {} '{}' was lost: {}", what(), name(), why);
		logger.debug("It was {}", this);
		this.engine.tell((observer) -> {
			observer.lost(this, why);
			CompletableFuture<LossReason> waiting = this.lost;
			if (waiting != null) {
				waiting.complete(why);
			}
		});
	}

	private void leave() {
		if (this.gate != null) {
			this.gate.free(this);
			this.engine.gates().exit(this.gate);
		}
	}

	@Override
	public CompletionStage<LossReason> lost() {
		CompletableFuture<LossReason> future = (this.lost != null) ? this.lost : made(LOST);
		if (this.state instanceof LossReason why) {
			this.engine.onWorker(() -> future.complete(why));
		}
		return future.minimalCompletionStage();
	}

	@Override
	public ReleaseResult release() {
		boolean waits = this.engine.mayWait();
		if (!waits || (this.gate != null && this.gate.next() != null)) {
			releaseAsync();
		}
		else if (startRelease()) {
			endRelease();
		}
		ReleaseResult known = result();
		return (known != null) ? known : waits ? releaseResult().join() : ReleaseResult.UNKNOWN;
	}

	private void endRelease() {
		boolean released = false;
		Throwable failure = null;
		try {
			released = this.keeper.release(this.id);
		}
		catch (RedisComponentsException ex) {
			failure = ex;
		}
		catch (RuntimeException | Error ex) {
			// Otherwise whoever releases it again would wait for the end of this one.
			endRelease(false, ex).run();
			throw ex;
		}
		endRelease(released, failure).run();
	}

	@Override
	public CompletionStage<ReleaseResult> releaseAsync() {
		if (startRelease()) {
			sendRelease().whenComplete(
					(released, failure) -> this.engine.onWorker(endRelease(failure == null && released > 0, failure)));
		}
		return releaseResult().minimalCompletionStage();
	}

	private CompletionStage<Long> sendRelease() {
		return Attempt.of(() -> {
			Acquisition next = (this.gate != null) ? this.gate.next() : null;
			CompletionStage<Long> sent = (next != null) ? next.takeOver(this.id) : null;
			return (sent != null) ? sent : this.keeper.releaseAsync(this.id);
		});
	}

	/**
	 * Is not renewed from now on.
	 * @return false if it is not held any more
	 */
	public boolean startRelease() {
		if (isValid() && STATE.compareAndSet(this, Phase.HELD, Phase.RELEASING)) {
			this.engine.renewals().remove(this);
			return true;
		}
		return false;
	}

	/** Counts as held again; the next renewal shows whether it is. */
	public void resume() {
		this.time.due(System.nanoTime());
		this.state = Phase.HELD;
		this.engine.renewals().add(this);
	}

	/**
	 * Takes the answer to a release.
	 * @return notifies the observer and the callers that wait for the result
	 */
	public Runnable endRelease(boolean released, @Nullable Throwable failure) {
		if (failure == null && !released) {
			this.cleared = true;
			this.state = LossReason.REMOVED;
			lost(LossReason.REMOVED);
			return this::tellRelease;
		}
		if (failure instanceof RedisUnavailableException) {
			FailureLog.debug(logger, failure, "A release got no answer and will be repeated");
			this.engine.releaseLater(this.keeper, this.id, this.time.deadlineNanos());
		}
		else if (failure != null) {
			FailureLog.warnOnce(logger, failure, "The {} '{}' could not be released", what(), name());
		}
		leave();
		this.state = released ? Phase.RELEASED : Phase.UNKNOWN;
		long held = this.time.heldNanos();
		return () -> {
			this.engine.observer().released(this, released ? ReleaseResult.RELEASED : ReleaseResult.UNKNOWN, held);
			tellRelease();
		};
	}

	private void tellRelease() {
		CompletableFuture<ReleaseResult> waiting = this.released;
		if (waiting != null) {
			waiting.complete(Objects.requireNonNull(result()));
		}
	}

	private @Nullable ReleaseResult result() {
		Enum<?> now = this.state;
		if (now instanceof LossReason why) {
			clear(why);
			return ReleaseResult.ALREADY_LOST;
		}
		if (now == Phase.RELEASED || now == Phase.UNKNOWN) {
			return (now == Phase.RELEASED) ? ReleaseResult.RELEASED : ReleaseResult.UNKNOWN;
		}
		return null;
	}

	private CompletableFuture<ReleaseResult> releaseResult() {
		CompletableFuture<ReleaseResult> future = (this.released != null) ? this.released : made(RELEASED);
		ReleaseResult known = result();
		if (known != null) {
			future.complete(known);
		}
		return future;
	}

	/** Returns the one future of a field, made by the first call. */
	@SuppressWarnings({ "unchecked", "rawtypes" })
	private <T> CompletableFuture<T> made(AtomicReferenceFieldUpdater<RedisLease, CompletableFuture> field) {
		return field.updateAndGet(this, (known) -> (known != null) ? known : new CompletableFuture<T>());
	}

	/**
	 * The holder is done with a lease that it lost, so what Redis may still remember of
	 * it, because of a renewal whose answer came too late, need not keep others out.
	 */
	private void clear(LossReason why) {
		if (why != LossReason.REMOVED && !this.cleared) {
			this.cleared = true;
			this.engine.giveBack(this.keeper, this.id, terms().leaseMillis());
		}
	}

	@Override
	public void close() {
		release();
	}

	@Override
	public String toString() {
		return "Lease[" + name() + ", " + this.id + ", " + this.token + ", " + this.state + ']';
	}

	private enum Phase {

		HELD, RELEASING, RELEASED, UNKNOWN

	}

}
