package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockActivity.Held;
import io.github.rediscomponents.lock.LockLostException;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.Checks;

/**
 * A holder of one of Redisson's locks: what this process knows of it. Goes from held to
 * released or lost, once; a timer renews it and notices its end.
 */
final class RedissonLease implements Lease {

	private static final Duration MIN_LEASE = Duration.ofMillis(10);

	private static final Duration MAX_LEASE = Duration.ofHours(24);

	private final RedissonDistributedLock locks;

	private final LockPlace place;

	private final long number;

	private final String holder;

	private final long token;

	private final LocalTurns.@Nullable Turn turn;

	// A Phase, or the LossReason once the lease is lost.
	private final AtomicReference<Enum<?>> state = new AtomicReference<>(Phase.HELD);

	private final CompletableFuture<LossReason> lost = new CompletableFuture<>();

	private final CompletableFuture<ReleaseResult> released = new CompletableFuture<>();

	private volatile Terms terms;

	private volatile long startNanos;

	private final AtomicLong deadlineNanos;

	private volatile long dueNanos;

	private volatile boolean renewing;

	private final AtomicReference<@Nullable Future<?>> timer = new AtomicReference<>();

	RedissonLease(RedissonDistributedLock locks, LockPlace place, long number, long token, Terms terms, long sentNanos,
			long leaseMillis, LocalTurns.@Nullable Turn turn) {
		this.locks = locks;
		this.place = place;
		this.number = number;
		this.holder = locks.holder(place, number);
		this.token = token;
		this.turn = turn;
		this.terms = terms;
		this.startNanos = sentNanos;
		this.deadlineNanos = new AtomicLong(terms.deadline(sentNanos, sentNanos, leaseMillis));
		this.dueNanos = sentNanos + terms.renewEveryNanos();
	}

	LockPlace place() {
		return this.place;
	}

	long number() {
		return this.number;
	}

	Terms terms() {
		return this.terms;
	}

	@Override
	public String name() {
		return this.place.name();
	}

	@Override
	public String id() {
		return this.holder;
	}

	@Override
	public long token() {
		return this.token;
	}

	private long remainingNanos() {
		return this.deadlineNanos.get() - System.nanoTime();
	}

	@Override
	public Duration remaining() {
		return isValid() ? Duration.ofNanos(Math.max(0, remainingNanos())) : Duration.ZERO;
	}

	Held held() {
		return new Held(name(), this.place.kind(), this.holder, this.token, 1,
				Duration.ofNanos(System.nanoTime() - this.startNanos), remaining(), this.terms.renewed());
	}

	@Override
	public boolean isValid() {
		if (this.state.get() != Phase.HELD) {
			return false;
		}
		if (remainingNanos() > 0) {
			return true;
		}
		Terms now = this.terms;
		boolean heldTooLong = now.maxHoldNanos() > 0 && System.nanoTime() - this.startNanos >= now.maxHoldNanos();
		lose(heldTooLong ? LossReason.MAX_HOLD : LossReason.EXPIRED);
		return false;
	}

	@Override
	public void checkValid() {
		if (!isValid()) {
			throw new LockLostException(name(), this.token, (this.state.get() instanceof LossReason why) ? why : null);
		}
	}

	@Override
	public boolean extend(Duration duration) {
		Checks.between("duration", duration, MIN_LEASE, MAX_LEASE);
		if (!isValid()) {
			return false;
		}
		long sent = System.nanoTime();
		long millis = duration.toMillis();
		return renewed(RedissonFailures.await(send(millis)) == 1, sent, millis);
	}

	private CompletionStage<Long> send(long millis) {
		return this.locks.scripts().extend(this.place, this.holder, millis, this.terms.retentionMillis());
	}

	/**
	 * Takes the answer to a renewal. One that came after the deadline is of no use,
	 * because the lease may already have been reported as lost.
	 * @return whether the lease is still held
	 */
	private boolean renewed(boolean ours, long sentNanos, long millis) {
		if (!ours) {
			lose(LossReason.REMOVED);
			return false;
		}
		if (!isValid()) {
			return false;
		}
		long longer = this.terms.deadline(this.startNanos, sentNanos, millis);
		this.deadlineNanos.accumulateAndGet(longer, (known, other) -> (other - known > 0) ? other : known);
		schedule();
		return true;
	}

	/**
	 * Begins the lease again on other terms, as part of several that were acquired one
	 * after the other.
	 * @param leastToken what later tokens of this name must exceed
	 * @return completes with whether the lease is still held
	 */
	CompletionStage<Boolean> settle(Terms settled, long leastToken) {
		long sent = System.nanoTime();
		long millis = settled.nextLeaseMillis(0);
		return this.locks.scripts().confirm(this.place, this.holder, settled, millis, leastToken).thenApply((reply) -> {
			if (reply <= 0) {
				lose(LossReason.REMOVED);
			}
			this.terms = settled;
			this.startNanos = sent;
			this.deadlineNanos.set(settled.deadline(sent, sent, millis));
			this.dueNanos = sent + settled.renewEveryNanos();
			schedule();
			return isValid();
		});
	}

	/**
	 * Sets the timer to the moment at which the lease next needs something.
	 */
	void schedule() {
		long due = this.dueNanos;
		long end = this.deadlineNanos.get();
		long next = (isRenewed() && due - end < 0) ? due : end;
		set(this.locks.later(this::tick, Math.max(0, next - System.nanoTime()), TimeUnit.NANOSECONDS));
		if (this.state.get() != Phase.HELD) {
			set(null);
		}
	}

	private boolean isRenewed() {
		return this.terms.renewed() && !this.renewing && !this.locks.isClosed();
	}

	private void set(@Nullable Future<?> next) {
		Future<?> before = this.timer.getAndSet(next);
		if (before != null) {
			before.cancel(false);
		}
	}

	private void tick() {
		Terms now = this.terms;
		Thread owner = now.owner();
		if (owner != null && !owner.isAlive()) {
			lose(LossReason.OWNER_DIED);
			return;
		}
		if (!isValid()) {
			return;
		}
		if (isRenewed() && this.dueNanos - System.nanoTime() <= 0) {
			this.renewing = true;
			renew(now);
		}
		schedule();
	}

	private void renew(Terms now) {
		long sent = System.nanoTime();
		long millis = now.nextLeaseMillis(sent - this.startNanos);
		send(millis).whenComplete((reply, failure) -> {
			this.renewing = false;
			if (failure != null) {
				this.dueNanos = System.nanoTime() + now.renewEveryNanos() / 4;
				this.locks.work(() -> this.locks.tell((listener) -> listener.renewalFailed(this, remaining())));
				schedule();
				return;
			}
			this.dueNanos = sent + now.renewEveryNanos();
			// Since then the lease may have begun again on other terms.
			if (this.terms == now) {
				renewed(reply == 1, sent, millis);
			}
		});
	}

	void lose(LossReason why) {
		if (this.state.compareAndSet(Phase.HELD, why)) {
			lost(why);
		}
	}

	private void lost(LossReason why) {
		if (why == LossReason.OWNER_DIED) {
			// Nobody works under it, so nobody has to wait until it has passed.
			giveBack();
		}
		over();
		this.locks.lost(this, why);
		this.locks.work(() -> {
			this.locks.tell((listener) -> listener.lost(this, why));
			this.lost.complete(why);
		});
	}

	private void giveBack() {
		long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(this.terms.leaseMillis());
		this.locks.giveBack(this.place, this.number, until);
	}

	private void over() {
		set(null);
		this.locks.over(this);
		if (this.turn != null) {
			this.locks.turns().end(this.turn);
		}
	}

	@Override
	public CompletionStage<LossReason> lost() {
		return this.lost.minimalCompletionStage();
	}

	@Override
	public ReleaseResult release() {
		beginRelease();
		return this.released.join();
	}

	@Override
	public CompletionStage<ReleaseResult> releaseAsync() {
		beginRelease();
		CompletableFuture<ReleaseResult> told = new CompletableFuture<>();
		this.released.thenAccept((result) -> this.locks.work(() -> told.complete(result)));
		return told.minimalCompletionStage();
	}

	/**
	 * Gives the lock back without waiting for the answer.
	 */
	void beginRelease() {
		if (isValid() && this.state.compareAndSet(Phase.HELD, Phase.RELEASING)) {
			this.locks.unlock(this.place, this.number).whenComplete(this::answered);
		}
		else if (this.state.get() instanceof LossReason why && this.released.complete(ReleaseResult.ALREADY_LOST)
				&& why != LossReason.REMOVED) {
			// The holder is done, so what Redis may still remember of it need not keep
			// others out.
			giveBack();
		}
	}

	private void answered(@Nullable Boolean held, @Nullable Throwable failure) {
		if (Boolean.FALSE.equals(held)) {
			this.state.set(LossReason.REMOVED);
			lost(LossReason.REMOVED);
			this.released.complete(ReleaseResult.ALREADY_LOST);
			return;
		}
		ReleaseResult result = (failure == null) ? ReleaseResult.RELEASED : ReleaseResult.UNKNOWN;
		if (failure != null) {
			this.locks.giveBack(this.place, this.number, this.deadlineNanos.get());
		}
		this.state.set(Phase.RELEASED);
		over();
		long heldNanos = System.nanoTime() - this.startNanos;
		this.locks.work(() -> {
			this.locks.tell((listener) -> listener.released(this, result, heldNanos));
			this.released.complete(result);
		});
	}

	@Override
	public void close() {
		release();
	}

	@Override
	public String toString() {
		return "Lease[" + name() + ", " + this.holder + ", " + this.token + ", " + this.state.get() + ']';
	}

	/**
	 * How far a lease is that is not lost.
	 */
	private enum Phase {

		HELD, RELEASING, RELEASED

	}

}
