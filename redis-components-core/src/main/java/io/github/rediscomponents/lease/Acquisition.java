// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lease.Stage.Is;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.OnUnavailable;

/**
 * One attempt to get a lease. It waits for its turn in this process where the kind takes
 * turns, then sends its request to Redis, and repeats it when it is woken, when the poll
 * bound passes and when the wait time is over. It has no thread of its own: the thread of
 * each event performs the next step, and a blocking caller waits for the result.
 *
 * <p>
 * {@link Stage} shows how the stages follow each other.
 *
 * @since 1.0.0
 */
public final class Acquisition implements Bid.Answers {

	private static final long FOREVER = Long.MAX_VALUE / 4;

	private final LeaseEngine engine;

	private final Keeper keeper;

	private final LockSettings settings;

	private final Bid bid;

	private final long startNanos = System.nanoTime();

	private final long waitNanos;

	private final WaitingPlace place;

	private final boolean keepsWaiting;

	private final HandOver handOver;

	private final Stage stage;

	public Acquisition(LeaseEngine engine, Keeper keeper, LockOptions options, @Nullable Thread owner) {
		this.engine = engine;
		this.keeper = keeper;
		this.settings = engine.settings();
		this.stage = new Stage(engine.background().timer(), this::timeUp);
		this.bid = new Bid(engine, keeper, options, LeaseTerms.of(options, this.settings, owner), this);
		Duration wait = options.maxWait();
		this.waitNanos = (wait != null) ? LeaseTerms.nanos(wait) : FOREVER;
		this.keepsWaiting = options.onUnavailable() == OnUnavailable.KEEP_WAITING;
		this.place = new WaitingPlace(engine, keeper, this, this.bid);
		this.handOver = new HandOver(engine, keeper, this.startNanos, this.stage, this.bid, this.place);
	}

	Keeper keeper() {
		return this.keeper;
	}

	long startNanos() {
		return this.startNanos;
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
	public @Nullable RedisLease block() throws InterruptedException {
		askOrQueue();
		return this.handOver.awaitInterruptibly();
	}

	/**
	 * {@link #block()} for a thread that keeps its interrupts for later, or an attempt
	 * that does not wait.
	 */
	public @Nullable RedisLease blockUninterruptibly() {
		askOrQueue();
		return this.handOver.await();
	}

	/**
	 * Tries without a thread of its own.
	 * @return completes on the thread that brings the news; the taker of the result calls
	 * {@link HandOver#taken}
	 */
	HandOver async() {
		if (isShutDown()) {
			return this.handOver;
		}
		if (this.place.takeTurnNow()) {
			turn();
		}
		else {
			queue();
		}
		return this.handOver;
	}

	private void askOrQueue() {
		if (isRefused() || isShutDown()) {
			return;
		}
		if (!this.place.takeTurnNow()) {
			queue();
		}
		else if (this.place.holder() == null && !this.bid.reserves()) {
			askBlocking();
		}
		else {
			turn();
		}
	}

	/** Gives up where the calling thread must not wait. */
	private boolean isRefused() {
		try {
			this.engine.checkMayWait();
			return false;
		}
		catch (IllegalStateException ex) {
			this.handOver.abort(ex);
			return true;
		}
	}

	private void queue() {
		if (left() <= 0) {
			this.handOver.end(null);
			return;
		}
		this.place.expectNews();
		if (this.waitNanos == FOREVER ? !isShutDown() : enter(Is.QUEUED, left())) {
			this.place.queue();
		}
	}

	/**
	 * It is this one's turn in this process.
	 */
	void turn() {
		RedisLease local = this.place.holder();
		if (local != null) {
			awaitRelease(local);
		}
		else if (this.stage.leave(Is.QUEUED)) {
			ask();
		}
		else {
			// Given up while it queued.
			this.place.leaveTurn();
		}
	}

	/**
	 * The release of a lease of this process wakes this acquisition, so no request is
	 * needed.
	 */
	private void awaitRelease(RedisLease local) {
		if (left() <= 0) {
			this.handOver.end(null);
			// It may have been over before its turn came.
			this.place.leaveTurn();
			return;
		}
		this.place.expectNews();
		if (!enter(Is.ASLEEP,
				Math.min(left(), Math.min(local.remainingNanos(), LeaseEngine.pollNanos(this.settings))))) {
			this.place.endNews();
			this.place.leaveTurn();
		}
		else if (this.place.holder() == null) {
			wake();
		}
	}

	/** A message for it may have been lost. */
	void lookAgain() {
		if (!(this.place.isQueue() && this.stage.is(Is.ASLEEP))) {
			wake();
		}
	}

	/** Tries again, because the lock may have become free. */
	void wake() {
		if (wakes()) {
			ask();
		}
	}

	/** Handles the failure of a check whether the acquisition still waits. */
	void pollFailed(Throwable failure) {
		if (!goesOn(failure) && wakes()) {
			failed(failure);
		}
	}

	private boolean wakes() {
		boolean mine = this.stage.leave(Is.ASLEEP);
		if (mine) {
			this.place.endLooks();
		}
		return mine;
	}

	/**
	 * A lease of this process is given back. One script does both if this one waits for
	 * it.
	 * @return completes like the release; null if this one does not wait, and nothing was
	 * sent
	 */
	@Nullable CompletionStage<Long> takeOver(String from) {
		return (this.bid.takesOver() && this.stage.leave(Is.ASLEEP)) ? this.bid.takeOver(from, this::ask) : null;
	}

	private void timeUp() {
		if (wakes()) {
			ask();
		}
		else if (left() <= 0 && (this.stage.is(Is.QUEUED) || this.bid.isReserving())) {
			this.handOver.end(null);
		}
	}

	private boolean enter(Is to, long nanos) {
		try {
			return this.stage.enter(to, nanos) && !isShutDown();
		}
		catch (RejectedExecutionException ex) {
			shutDown();
			return false;
		}
		catch (RuntimeException | Error ex) {
			this.handOver.abort(ex);
			return false;
		}
	}

	private long waitMillis() {
		long left = left();
		if (left <= 0) {
			return 0;
		}
		this.place.register();
		if (!this.bid.reserves()) {
			return LeaseEngine.waitMillis(this.settings);
		}
		this.place.expectNews();
		return TimeUnit.NANOSECONDS.toMillis(left) + 1;
	}

	private void askBlocking() {
		this.stage.leave(Is.QUEUED);
		this.bid.askBlocking(waitMillis());
	}

	private void ask() {
		long waitMillis = waitMillis();
		if (isShutDown()) {
			return;
		}
		if (waitMillis > 0 && this.bid.outlastsWait() && !enter(Is.ASKING, left())) {
			this.place.endNews();
			return;
		}
		this.bid.ask(waitMillis);
		if (this.stage.is(Is.OVER)) {
			// Given up before there was anything to withdraw.
			this.place.endNews();
			this.bid.stopReserving();
		}
	}

	@Override
	public void answered(long reply, long sent, long leaseMillis, long waitMillis) {
		try {
			next(reply, sent, leaseMillis, waitMillis);
		}
		catch (RuntimeException | Error ex) {
			// One that has ended has its result.
			if (!this.stage.is(Is.OVER)) {
				failed(ex);
			}
		}
	}

	private void next(long reply, long sent, long leaseMillis, long waitMillis) {
		if (reply > 0) {
			granted(this.bid.lease(this.place.gate(), reply, sent, leaseMillis));
			return;
		}
		if (waitMillis == 0 || left() <= 0) {
			this.handOver.end(null);
			return;
		}
		this.place.expectNews();
		this.engine.listen();
		long sleep = TimeUnit.MILLISECONDS.toNanos(1 - reply);
		long bound = LeaseEngine.pollNanos(this.settings);
		if (this.place.isQueue()) {
			this.place.expectLooks(sleep);
			sleep = left();
			bound = sleep;
		}
		if (!enter(Is.ASLEEP, Math.min(left(), Math.min(sleep, bound)))) {
			this.place.endNews();
			this.place.withdrawLate();
		}
		else if (this.stage.wasWoken()) {
			wake();
		}
	}

	private void granted(RedisLease lease) {
		if (this.engine.isClosed()) {
			this.bid.giveBack();
			shutDown();
			return;
		}
		if (lease.remainingNanos() > 0) {
			this.handOver.end(lease);
			return;
		}
		// The answer took longer than the lease.
		this.place.endNews();
		boolean first = this.bid.anew();
		if (left() > 0 || (first && this.waitNanos <= 0)) {
			ask();
		}
		else {
			this.handOver.endLate(this.waitNanos > 0);
		}
	}

	@Override
	public void failed(Throwable failure) {
		if (this.bid.reserves()) {
			this.place.endNews();
			this.bid.anew();
		}
		boolean goesOn = goesOn(failure);
		if (goesOn) {
			this.place.expectNews();
		}
		if (!goesOn || !enter(Is.ASLEEP, Math.min(left(), LeaseEngine.pollNanos(this.settings)))) {
			if (Bid.isUnknown(failure) && !this.bid.reserves()) {
				this.bid.giveBack();
			}
			this.handOver.abort(failure);
		}
	}

	private boolean goesOn(Throwable failure) {
		return this.keepsWaiting && failure instanceof RedisUnavailableException && left() > 0;
	}

	/**
	 * Ends it because it would not be woken any more, nor its lease be renewed.
	 */
	void shutDown() {
		this.handOver.abort(LeaseEngine.closed(this.keeper));
	}

	/** Whether it has ended because the engine is closed. */
	private boolean isShutDown() {
		boolean closed = this.engine.isClosed();
		if (closed) {
			shutDown();
		}
		return closed;
	}

	/** Whether it waits for its turn in this process. */
	boolean isQueued() {
		return this.stage.is(Is.QUEUED);
	}

	/** Ends the wait of this process, because none of its threads waits any more. */
	void deregister() {
		this.bid.leave();
	}

}
