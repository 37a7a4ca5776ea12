package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Checks;

/**
 * {@link Lease}: what this process knows of it. Goes from held to released or lost, once.
 */
final class RedisLease implements Lease {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLock.class);

	private static final long LOOK_AGAIN_NANOS = 50_000;

	@SuppressWarnings("rawtypes")
	private static final AtomicReferenceFieldUpdater<RedisLease, Enum> STATE = AtomicReferenceFieldUpdater
		.newUpdater(RedisLease.class, Enum.class, "state");

	@SuppressWarnings("rawtypes")
	private static final AtomicReferenceFieldUpdater<RedisLease, CompletableFuture> LOST = AtomicReferenceFieldUpdater
		.newUpdater(RedisLease.class, CompletableFuture.class, "lost");

	private static final AtomicLongFieldUpdater<RedisLease> DEADLINE = AtomicLongFieldUpdater
		.newUpdater(RedisLease.class, "deadlineNanos");

	private final RedisDistributedLock locks;

	private final Gate gate;

	private final String name;

	private final String id;

	private final long token;

	private final LeaseTerms terms;

	private final long startNanos;

	// A Phase, or the LossReason once the lease is lost.
	private volatile Enum<?> state = Phase.HELD;

	private volatile @Nullable CompletableFuture<LossReason> lost;

	private volatile long deadlineNanos;

	private volatile boolean cleared;

	/** When the next renewal is due. Only used by the renewals. */
	volatile long dueNanos;

	/** Whether a renewal is under way. Only used by the renewals. */
	volatile boolean renewing;

	RedisLease(RedisDistributedLock locks, Gate gate, String name, String id, long token, LeaseTerms terms,
			long sentNanos, long leaseMillis) {
		this.locks = locks;
		this.gate = gate;
		this.name = name;
		this.id = id;
		this.token = token;
		this.terms = terms;
		this.startNanos = sentNanos;
		this.deadlineNanos = deadline(sentNanos, leaseMillis);
		this.dueNanos = sentNanos + terms.renewEveryNanos();
	}

	private long deadline(long sentNanos, long millis) {
		long deadline = sentNanos + this.terms.validNanos(millis);
		long holdEnd = this.startNanos + this.terms.maxHoldNanos();
		return (this.terms.maxHoldNanos() > 0 && holdEnd - deadline < 0) ? holdEnd : deadline;
	}

	String key() {
		return this.gate.key();
	}

	LeaseTerms terms() {
		return this.terms;
	}

	long deadlineNanos() {
		return this.deadlineNanos;
	}

	/** How long the next renewal should make it. */
	long renewalMillis() {
		return this.terms.nextLeaseMillis(System.nanoTime() - this.startNanos);
	}

	@Override
	public String name() {
		return this.name;
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
		return this.deadlineNanos - System.nanoTime();
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

	LockLostException lostException() {
		return new LockLostException(this.name, this.token, (this.state instanceof LossReason why) ? why : null);
	}

	@Override
	public boolean extend(Duration duration) {
		Checks.between("duration", duration, LockOptions.MIN_LEASE, LockOptions.MAX_LEASE);
		if (!isValid()) {
			return false;
		}
		long sent = System.nanoTime();
		boolean ours = this.locks.commands().renew(this, duration.toMillis());
		return renewed(ours, sent, duration.toMillis());
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
		if (!isValid()) {
			return false;
		}
		long longer = deadline(sentNanos, millis);
		DEADLINE.accumulateAndGet(this, longer, (known, other) -> (other - known > 0) ? other : known);
		return true;
	}

	void expire() {
		boolean heldTooLong = this.terms.maxHoldNanos() > 0
				&& System.nanoTime() - this.startNanos >= this.terms.maxHoldNanos();
		lose(heldTooLong ? LossReason.MAX_HOLD : LossReason.EXPIRED);
	}

	void lose(LossReason why) {
		if (STATE.compareAndSet(this, Phase.HELD, why)) {
			this.locks.renewals().remove(this);
			lost(why);
		}
	}

	private void lost(LossReason why) {
		leave();
		logger.warn("A lock was lost: {}", why);
		logger.debug("It was {}", this);
		this.locks.listener().lost(this, why);
		CompletableFuture<LossReason> waiting = this.lost;
		if (waiting != null) {
			tell(waiting, why);
		}
	}

	private void leave() {
		this.gate.free(this);
		this.locks.gates().exit(this.gate);
	}

	private void tell(CompletableFuture<LossReason> waiting, LossReason why) {
		try {
			this.locks.background().workers().execute(() -> waiting.complete(why));
		}
		catch (RejectedExecutionException ex) {
			waiting.complete(why);
		}
	}

	@Override
	public CompletionStage<LossReason> lost() {
		CompletableFuture<LossReason> future = this.lost;
		while (future == null) {
			LOST.compareAndSet(this, null, new CompletableFuture<LossReason>());
			future = this.lost;
		}
		if (this.state instanceof LossReason why) {
			tell(future, why);
		}
		return future.minimalCompletionStage();
	}

	@Override
	public ReleaseResult release() {
		if (isValid() && STATE.compareAndSet(this, Phase.HELD, Phase.RELEASING)) {
			this.locks.renewals().remove(this);
			send();
		}
		while (true) {
			Enum<?> now = this.state;
			if (now instanceof LossReason why) {
				clear(why);
				return ReleaseResult.ALREADY_LOST;
			}
			if (now != Phase.RELEASING) {
				return (now == Phase.RELEASED) ? ReleaseResult.RELEASED : ReleaseResult.UNKNOWN;
			}
			// Another thread is releasing.
			LockSupport.parkNanos(LOOK_AGAIN_NANOS);
		}
	}

	private void send() {
		Phase result = Phase.UNKNOWN;
		try {
			if (!this.locks.commands().release(key(), this.id)) {
				this.cleared = true;
				this.state = LossReason.REMOVED;
				lost(LossReason.REMOVED);
				return;
			}
			result = Phase.RELEASED;
		}
		catch (RedisUnavailableException ex) {
			logger.debug("A release got no answer and will be repeated", ex);
			this.locks.releaseLater(key(), this.id, this.deadlineNanos);
		}
		catch (RedisComponentsException ex) {
			logger.warn("A lock could not be released", ex);
		}
		leave();
		this.state = result;
		this.locks.listener()
			.released(this, (result == Phase.RELEASED) ? ReleaseResult.RELEASED : ReleaseResult.UNKNOWN,
					System.nanoTime() - this.startNanos);
	}

	/**
	 * The holder is done with a lease that it lost, so what Redis may still remember of
	 * it, because of a renewal whose answer came too late, need not keep others out.
	 */
	private void clear(LossReason why) {
		if (why != LossReason.REMOVED && !this.cleared) {
			this.cleared = true;
			long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(this.terms.leaseMillis());
			this.locks.releaseLater(key(), this.id, until);
		}
	}

	@Override
	public void close() {
		release();
	}

	@Override
	public String toString() {
		return "Lease[" + this.name + ", " + this.id + ", " + this.token + ", " + this.state + ']';
	}

	private enum Phase {

		HELD, RELEASING, RELEASED, UNKNOWN

	}

}
