package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.lock.Stage.Is;

/**
 * One attempt to get a lease. It waits for its turn in this process where the kind takes
 * turns, then asks Redis, and asks again when it is woken, when the poll bound has passed
 * and when the time to wait is over. No thread belongs to it: whichever thread brings the
 * news takes it further, and a blocking caller merely waits for its result.
 */
final class Acquisition {

	private static final long FOREVER = Long.MAX_VALUE / 4;

	private final LeaseEngine engine;

	private final Keeper keeper;

	/** The same, but its acquisitions may need replicas. */
	private final Keeper asked;

	private final LockSettings settings;

	private final LeaseTerms terms;

	private final long startNanos = System.nanoTime();

	private final long waitNanos;

	private final @Nullable Gate gate;

	private final CompletableFuture<@Nullable RedisLease> result = new CompletableFuture<>();

	private final Stage stage;

	private volatile boolean registered;

	private volatile String leaseId;

	Acquisition(LeaseEngine engine, Keeper keeper, LockOptions options, @Nullable Thread owner) {
		this.engine = engine;
		this.keeper = keeper;
		this.settings = engine.settings();
		this.stage = new Stage(engine.background().timer(), this::timeUp);
		this.asked = (options.minReplicas() == 0) ? keeper
				: keeper.replicated(options.minReplicas(), this.settings.replicaTimeout());
		this.terms = LeaseTerms.of(options, this.settings, owner);
		Duration wait = options.maxWait();
		this.waitNanos = (wait != null) ? LeaseTerms.nanos(wait) : FOREVER;
		this.leaseId = keeper.newLeaseId(engine.client());
		this.gate = keeper.takesTurns() ? engine.gates().enter(keeper.key()) : null;
	}

	Keeper keeper() {
		return this.keeper;
	}

	long waitedNanos() {
		return System.nanoTime() - this.startNanos;
	}

	private long left() {
		return this.waitNanos - waitedNanos();
	}

	/**
	 * Tries with the calling thread, and blocks it while there is something to wait for.
	 * @return null if the time to wait passed
	 */
	@Nullable RedisLease block() throws InterruptedException {
		askOrQueue();
		try {
			return this.result.get();
		}
		catch (InterruptedException ex) {
			cancel();
			throw ex;
		}
		catch (ExecutionException ex) {
			throw LeaseEngine.failure(ex);
		}
	}

	/**
	 * {@link #block()} for an attempt that does not wait.
	 */
	@Nullable RedisLease once() {
		askOrQueue();
		try {
			return this.result.getNow(null);
		}
		catch (CompletionException ex) {
			throw LeaseEngine.failure(ex);
		}
	}

	/**
	 * Tries without a thread of its own.
	 * @return completes on whichever thread brings the news
	 */
	CompletableFuture<@Nullable RedisLease> async() {
		if (this.gate == null || this.gate.takeTurnNow(this)) {
			turn();
		}
		else {
			queue(this.gate);
		}
		return this.result;
	}

	private void askOrQueue() {
		if (this.gate == null) {
			askBlocking();
		}
		else if (!this.gate.takeTurnNow(this)) {
			queue(this.gate);
		}
		else if (this.gate.holder() == null) {
			askBlocking();
		}
		else {
			turn();
		}
	}

	private void queue(Gate at) {
		if (left() <= 0) {
			end(null);
			return;
		}
		this.engine.waiting().add(this.leaseId, this);
		if (this.waitNanos == FOREVER || enter(Is.QUEUED, left())) {
			at.queue(this);
		}
	}

	/**
	 * It is this one's turn in this process.
	 */
	void turn() {
		Gate at = this.gate;
		RedisLease local = (at != null) ? at.holder() : null;
		if (at != null && local != null) {
			awaitRelease(at, local);
		}
		else if (this.stage.leave(Is.QUEUED)) {
			ask();
		}
		else if (at != null) {
			// Given up while it queued.
			at.leave(this);
		}
	}

	/**
	 * The release of a lease of this process is heard here, so nothing is asked.
	 */
	private void awaitRelease(Gate at, RedisLease local) {
		if (left() <= 0) {
			end(null);
			// It may have been over before its turn came.
			at.leave(this);
			return;
		}
		this.engine.waiting().add(this.leaseId, this);
		if (!enter(Is.ASLEEP,
				Math.min(left(), Math.min(local.remainingNanos(), LeaseEngine.pollNanos(this.settings))))) {
			this.engine.waiting().remove(this.leaseId);
			at.leave(this);
		}
		else if (at.holder() == null) {
			wake();
		}
	}

	/** What it waits for may have become free. */
	void wake() {
		if (this.stage.leave(Is.ASLEEP)) {
			ask();
		}
	}

	/**
	 * A lease of this process is given back. One script does both if this one waits for
	 * it.
	 * @return completes with what the release completes with; null if this one does not
	 * wait, and nothing was sent
	 */
	@Nullable CompletionStage<Long> takeOver(String from) {
		if (this.asked != this.keeper || !this.stage.leave(Is.ASLEEP)) {
			return null;
		}
		long leaseMillis = this.terms.nextLeaseMillis(0);
		long sent = System.nanoTime();
		CompletionStage<Long> passed = this.keeper.passAsync(from, this.leaseId, leaseMillis,
				this.terms.retentionMillis());
		passed.whenComplete((reply, failure) -> {
			if (failure != null) {
				failed(failure, leaseMillis);
			}
			else if (reply > 1) {
				granted(reply, sent, leaseMillis);
			}
			else {
				ask();
			}
		});
		return passed;
	}

	private void timeUp() {
		if (this.stage.leave(Is.ASLEEP)) {
			ask();
		}
		else if (left() <= 0 && this.stage.isQueued()) {
			end(null);
		}
	}

	private boolean enter(Is to, long nanos) {
		try {
			return this.stage.enter(to, nanos);
		}
		catch (RejectedExecutionException ex) {
			failed(new RedisUnavailableException("The components are shut down", Outcome.NOT_EXECUTED, ex), 0);
			return false;
		}
	}

	private long waitMillis() {
		long millis = (left() > 0) ? this.settings.pollBound().toMillis() * 3 : 0;
		this.registered |= millis > 0;
		if (this.gate == null && millis > 0) {
			// It may be its turn before the answer that it has to wait is read.
			this.engine.waiting().add(this.leaseId, this);
		}
		return millis;
	}

	private void askBlocking() {
		this.stage.leave(Is.QUEUED);
		long waitMillis = waitMillis();
		long leaseMillis = this.terms.nextLeaseMillis(0);
		long sent = System.nanoTime();
		long reply;
		try {
			reply = this.asked.acquire(this.leaseId, leaseMillis, this.terms.retentionMillis(), waitMillis);
		}
		catch (RuntimeException ex) {
			failed(ex, leaseMillis);
			return;
		}
		answered(reply, sent, leaseMillis, waitMillis);
	}

	private void ask() {
		long waitMillis = waitMillis();
		long leaseMillis = this.terms.nextLeaseMillis(0);
		long sent = System.nanoTime();
		this.asked.acquireAsync(this.leaseId, leaseMillis, this.terms.retentionMillis(), waitMillis)
			.whenComplete((reply, failure) -> {
				if (failure != null) {
					failed(failure, leaseMillis);
				}
				else {
					answered(reply, sent, leaseMillis, waitMillis);
				}
			});
	}

	private void answered(long reply, long sent, long leaseMillis, long waitMillis) {
		if (reply > 0) {
			granted(reply, sent, leaseMillis);
			return;
		}
		if (waitMillis == 0 || left() <= 0) {
			end(null);
			return;
		}
		this.engine.waiting().add(this.leaseId, this);
		this.engine.channel().open();
		long sleep = TimeUnit.MILLISECONDS.toNanos(1 - reply);
		if (!enter(Is.ASLEEP, Math.min(left(), Math.min(sleep, LeaseEngine.pollNanos(this.settings))))) {
			withdrawLate();
		}
		else if (this.stage.wasWoken()) {
			wake();
		}
	}

	private void granted(long token, long sent, long leaseMillis) {
		RedisLease lease = new RedisLease(this.engine, this.gate, this.keeper, this.leaseId, token, this.terms, sent,
				leaseMillis);
		if (lease.remainingNanos() > 0) {
			end(lease);
			return;
		}
		// The answer took longer than the lease.
		this.engine.giveBack(this.keeper, this.leaseId, leaseMillis);
		this.engine.waiting().remove(this.leaseId);
		this.leaseId = this.keeper.newLeaseId(this.engine.client());
		if (left() > 0) {
			ask();
		}
		else {
			end(null);
		}
	}

	private void end(@Nullable RedisLease lease) {
		if (!this.stage.end()) {
			this.engine.waiting().remove(this.leaseId);
			if (lease != null) {
				// Nobody waits for it any more.
				this.engine.giveBack(this.keeper, lease.id(), lease.terms().leaseMillis());
			}
			return;
		}
		if (lease == null) {
			withdraw();
			this.engine.listener().notAcquired(this.keeper.name(), waitedNanos());
		}
		else {
			lease.begin();
			this.engine.waiting().remove(this.leaseId);
			if (this.gate != null) {
				this.gate.leave(this);
			}
			this.engine.listener().acquired(lease, waitedNanos());
		}
		this.result.complete(lease);
	}

	private void failed(Throwable failure, long leaseMillis) {
		if (failure instanceof RedisUnavailableException unavailable && unavailable.outcome() == Outcome.UNKNOWN) {
			this.engine.giveBack(this.keeper, this.leaseId, leaseMillis);
		}
		if (this.stage.end()) {
			withdraw();
			this.result.completeExceptionally(failure);
		}
		else {
			this.engine.waiting().remove(this.leaseId);
		}
	}

	/**
	 * Ends the wait because nobody would wake this one any more.
	 */
	void shutDown() {
		failed(new RedisUnavailableException("The locks were closed while one was waited for", Outcome.NOT_EXECUTED,
				null), 0);
	}

	/**
	 * Ends the wait. What Redis may still grant is given back.
	 */
	void cancel() {
		if (this.stage.end()) {
			withdraw();
			this.result.cancel(false);
		}
	}

	private void withdraw() {
		this.engine.waiting().remove(this.leaseId);
		if (this.registered) {
			this.keeper.leave(this.leaseId);
		}
		if (this.gate != null) {
			this.gate.leave(this);
			this.engine.gates().exit(this.gate);
		}
	}

	/**
	 * It was ended while Redis was asked, so Redis may have learnt that before it knew
	 * it.
	 */
	private void withdrawLate() {
		this.engine.waiting().remove(this.leaseId);
		// Whoever has the turn in this process by now waits in the same name.
		if (this.gate == null || this.gate.next() == null) {
			this.keeper.leave(this.leaseId);
		}
	}

}
