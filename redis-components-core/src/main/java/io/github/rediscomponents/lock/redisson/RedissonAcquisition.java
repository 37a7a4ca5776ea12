package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockActivity.Waiting;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.OnUnavailable;

/**
 * An attempt to get the lock of one name: for plain locks first the turn among those of
 * this process, then Redisson's lock under a number of its own, then the script that
 * gives it its token and begins its lease.
 *
 * <p>
 * Redisson sleeps for as long as the lock's time to live if its wake-up message is lost.
 * So it is asked again each poll bound, except for fair locks, where giving up would lose
 * the place in the queue.
 */
final class RedissonAcquisition implements Acquisition {

	private static final long FOREVER = Long.MAX_VALUE / 4;

	// Time for the script that begins the lease; it also sets the lease as it was wished.
	private static final long LEAST_LEASE_MILLIS = 2000;

	private static final int LATE_SUBSCRIPTIONS = 3;

	private final RedissonDistributedLock locks;

	private final LockPlace place;

	private final LockSettings settings;

	private final Terms terms;

	private final long startNanos = System.nanoTime();

	private final long waitNanos;

	private final CompletableFuture<Optional<Lease>> outcome = new CompletableFuture<>();

	private final AtomicBoolean over = new AtomicBoolean();

	private volatile boolean abandoned;

	private volatile LocalTurns.@Nullable Turn turn;

	private volatile @Nullable Future<?> timer;

	private volatile @Nullable Future<Boolean> asking;

	private volatile long number;

	private final boolean keepsWaiting;

	private volatile long waitedNanos;

	private int lateSubscriptions;

	RedissonAcquisition(RedissonDistributedLock locks, LockPlace place, LockOptions options, @Nullable Thread owner) {
		this.locks = locks;
		this.place = place;
		this.settings = locks.settings();
		this.terms = Terms.of(options, this.settings, owner);
		Duration wait = options.maxWait();
		this.waitNanos = (wait != null) ? Terms.nanos(wait) : FOREVER;
		this.keepsWaiting = options.onUnavailable() == OnUnavailable.KEEP_WAITING;
	}

	@Override
	public CompletableFuture<Optional<Lease>> outcome() {
		return this.outcome;
	}

	Waiting waiting() {
		return new Waiting(this.place.name(), this.place.kind(), 1,
				Duration.ofNanos(System.nanoTime() - this.startNanos));
	}

	RedissonAcquisition start() {
		this.locks.begun(this);
		if (this.locks.isClosed()) {
			closed();
		}
		else if (this.place.kind() != LockKind.PLAIN) {
			contend();
		}
		else if (this.waitNanos == 0) {
			LocalTurns.Turn now = this.locks.turns().enterNow(this.place.key());
			this.turn = now;
			if (now != null) {
				contend();
			}
			else {
				end(null, null);
			}
		}
		else {
			LocalTurns.Turn mine = this.locks.turns().enter(this.place.key());
			this.turn = mine;
			endAfter(left());
			mine.came().thenAccept((came) -> {
				if (came) {
					stopTimer();
					contend();
				}
			});
		}
		return this;
	}

	private long left() {
		return this.waitNanos - (System.nanoTime() - this.startNanos);
	}

	private void endAfter(long nanos) {
		if (this.waitNanos < FOREVER && !this.outcome.isDone()) {
			this.timer = this.locks.later(this::timedOut, nanos, TimeUnit.NANOSECONDS);
		}
	}

	private void stopTimer() {
		Future<?> set = this.timer;
		if (set != null) {
			set.cancel(false);
		}
	}

	private void contend() {
		if (this.over.get()) {
			return;
		}
		long left = Math.max(0, left());
		boolean fair = this.place.kind() == LockKind.FAIR && left > 0;
		// Redisson's queue only stays in order if everybody names the same time.
		long millis = fair ? this.locks.fairWaitMillis()
				: Math.min(TimeUnit.NANOSECONDS.toMillis(left), this.settings.pollBound().toMillis());
		if (fair) {
			endAfter(left);
		}
		long mine = this.locks.nextNumber();
		this.number = mine;
		long lease = Math.max(LEAST_LEASE_MILLIS, this.terms.nextLeaseMillis(0));
		try {
			Future<Boolean> sent = this.locks.tryLock(this.place, millis, lease, mine, this::answered);
			this.asking = sent;
			if (this.abandoned) {
				// Given up before it was known what to give up. Not so if it is over: it
				// may have been granted already.
				withdraw(sent);
			}
		}
		catch (RuntimeException ex) {
			end(null, ex);
		}
	}

	private void answered(@Nullable Boolean granted, @Nullable Throwable failure) {
		if (this.over.get()) {
			return;
		}
		stopTimer();
		if (Boolean.TRUE.equals(granted)) {
			confirm();
		}
		else if (failure == null) {
			again();
		}
		else {
			giveBack();
			if (RedissonFailures.isLateSubscription(failure) && this.lateSubscriptions++ < LATE_SUBSCRIPTIONS) {
				again();
			}
			else {
				failed(failure);
			}
		}
	}

	/** Waits until Redis is there again, if that is wished. */
	private void failed(Throwable failure) {
		boolean goesOn = this.keepsWaiting && left() > 0
				&& RedissonFailures.translate(failure) instanceof RedisUnavailableException;
		long pause = Math.min(left(), this.settings.pollBound().toNanos());
		this.timer = goesOn ? this.locks.later(this::contend, pause, TimeUnit.NANOSECONDS) : null;
		if (this.timer == null) {
			end(null, failure);
		}
	}

	private void again() {
		if (left() > 0) {
			contend();
		}
		else {
			end(null, null);
		}
	}

	private void confirm() {
		long lease = this.terms.nextLeaseMillis(0);
		long sent = System.nanoTime();
		this.locks.scripts()
			.confirm(this.place, this.locks.holder(this.place, this.number), this.terms, lease, 0)
			.whenComplete((token, failure) -> confirmed(token, failure, sent, lease));
	}

	private void confirmed(@Nullable Long token, @Nullable Throwable failure, long sentNanos, long leaseMillis) {
		if (failure != null || token == null || token == RedissonScripts.OTHER_KIND) {
			giveBack();
			failed((failure != null) ? failure : new RedisErrorException(
					"WRONGTYPE Lock '" + this.place.name() + "' is used as another kind of lock", null));
			return;
		}
		if (token == RedissonScripts.NOT_HELD) {
			again();
			return;
		}
		RedissonLease lease = new RedissonLease(this.locks, this.place, this.number, token, this.terms, sentNanos,
				leaseMillis, this.turn);
		if (!this.terms.hasLeft(sentNanos, leaseMillis)) {
			// The answer took longer than the lease.
			giveBack();
			again();
			return;
		}
		end(lease, null);
	}

	private void end(@Nullable RedissonLease lease, @Nullable Throwable failure) {
		if (!this.over.compareAndSet(false, true)) {
			if (lease != null) {
				giveBack();
			}
			return;
		}
		stopTimer();
		this.locks.ended(this);
		this.waitedNanos = System.nanoTime() - this.startNanos;
		if (lease != null) {
			this.locks.held(lease);
		}
		else {
			endTurn();
		}
		if (failure != null) {
			this.outcome.completeExceptionally(failure);
		}
		else {
			this.outcome.complete(Optional.ofNullable(lease));
		}
	}

	@Override
	public void taken(Optional<Lease> lease) {
		this.locks.tell((listener) -> lease.ifPresentOrElse((held) -> listener.acquired(held, this.waitedNanos),
				() -> listener.notAcquired(this.place.name(), this.waitedNanos)));
	}

	private void timedOut() {
		if (abandon()) {
			this.waitedNanos = System.nanoTime() - this.startNanos;
			this.outcome.complete(Optional.empty());
		}
	}

	/**
	 * Ends it because nobody would wake it any more.
	 */
	void closed() {
		if (abandon()) {
			this.outcome.completeExceptionally(
					new RedisUnavailableException("The locks are closed", Outcome.NOT_EXECUTED, null));
		}
	}

	@Override
	public boolean giveUp() {
		if (!abandon()) {
			return false;
		}
		this.outcome.cancel(false);
		return true;
	}

	private boolean abandon() {
		if (!this.over.compareAndSet(false, true)) {
			return false;
		}
		this.abandoned = true;
		stopTimer();
		this.locks.ended(this);
		Future<Boolean> sent = this.asking;
		if (sent != null) {
			withdraw(sent);
		}
		endTurn();
		return true;
	}

	private void withdraw(Future<Boolean> sent) {
		sent.cancel(false);
		giveBack();
		if (this.place.kind() == LockKind.FAIR) {
			this.locks.leave(this.place, this.number);
		}
	}

	private void giveBack() {
		long lease = Math.max(LEAST_LEASE_MILLIS, this.terms.leaseMillis());
		this.locks.giveBack(this.place, this.number, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lease));
	}

	private void endTurn() {
		LocalTurns.Turn mine = this.turn;
		if (mine != null) {
			this.locks.turns().end(mine);
		}
	}

}
