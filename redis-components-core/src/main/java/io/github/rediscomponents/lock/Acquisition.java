package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
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
final class Acquisition implements Bid.Answers {

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

	Acquisition(LeaseEngine engine, Keeper keeper, LockOptions options, @Nullable Thread owner) {
		this.engine = engine;
		this.keeper = keeper;
		this.settings = engine.settings();
		this.stage = new Stage(engine.background().timer(), this::timeUp);
		this.bid = new Bid(engine, keeper, options, LeaseTerms.of(options, this.settings, owner), this);
		Duration wait = options.maxWait();
		this.waitNanos = (wait != null) ? LeaseTerms.nanos(wait) : FOREVER;
		this.keepsWaiting = options.onUnavailable() == OnUnavailable.KEEP_WAITING;
		this.handOver = new HandOver(keeper, engine.listener(), this.startNanos);
		this.place = new WaitingPlace(engine, keeper, this, this.bid);
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
		return this.handOver.await(this::cancel);
	}

	/**
	 * {@link #block()} for a thread that keeps its interrupts for later, or an attempt
	 * that does not wait.
	 */
	@Nullable RedisLease blockUninterruptibly() {
		askOrQueue();
		return this.handOver.await();
	}

	/**
	 * Tries without a thread of its own.
	 * @return completes on whichever thread brings the news; whoever takes the result
	 * calls {@link HandOver#taken}
	 */
	HandOver async() {
		if (this.place.takeTurnNow()) {
			turn();
		}
		else {
			queue();
		}
		return this.handOver;
	}

	private void askOrQueue() {
		if (!this.place.takeTurnNow()) {
			queue();
		}
		else if (this.place.holder() == null) {
			askBlocking();
		}
		else {
			turn();
		}
	}

	private void queue() {
		if (left() <= 0) {
			end(null);
			return;
		}
		this.engine.waiting().add(this.bid.leaseId(), this);
		if (this.waitNanos == FOREVER || enter(Is.QUEUED, left())) {
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
	 * The release of a lease of this process is heard here, so nothing is asked.
	 */
	private void awaitRelease(RedisLease local) {
		if (left() <= 0) {
			end(null);
			// It may have been over before its turn came.
			this.place.leaveTurn();
			return;
		}
		this.engine.waiting().add(this.bid.leaseId(), this);
		if (!enter(Is.ASLEEP,
				Math.min(left(), Math.min(local.remainingNanos(), LeaseEngine.pollNanos(this.settings))))) {
			this.engine.waiting().remove(this.bid.leaseId());
			this.place.leaveTurn();
		}
		else if (this.place.holder() == null) {
			wake();
		}
	}

	/** A message for it may have been lost. */
	void lookAgain() {
		if (!(this.keeper instanceof QueueKeeper && this.stage.is(Is.ASLEEP))) {
			wake();
		}
	}

	/** What it waits for may have become free. */
	void wake() {
		if (wakes()) {
			ask();
		}
	}

	/** It was looked for whether it still waits, without an answer. */
	void pollFailed(Throwable failure) {
		if (!goesOn(failure) && wakes()) {
			failed(failure);
		}
	}

	private boolean wakes() {
		boolean mine = this.stage.leave(Is.ASLEEP);
		if (mine) {
			leavePoll();
		}
		return mine;
	}

	private void leavePoll() {
		if (this.keeper instanceof QueueKeeper queue) {
			this.engine.polls().remove(queue, this.bid.leaseId());
		}
	}

	/**
	 * A lease of this process is given back. One script does both if this one waits for
	 * it.
	 * @return completes with what the release completes with; null if this one does not
	 * wait, and nothing was sent
	 */
	@Nullable CompletionStage<Long> takeOver(String from) {
		return (this.bid.takesOver() && this.stage.leave(Is.ASLEEP)) ? this.bid.takeOver(from, this::ask) : null;
	}

	private void timeUp() {
		if (wakes()) {
			ask();
		}
		else if (left() <= 0 && this.stage.is(Is.QUEUED)) {
			end(null);
		}
	}

	private boolean enter(Is to, long nanos) {
		try {
			return this.stage.enter(to, nanos);
		}
		catch (RejectedExecutionException ex) {
			abort(new RedisUnavailableException("The components are shut down", Outcome.NOT_EXECUTED, ex));
			return false;
		}
	}

	private long waitMillis() {
		long millis = (left() > 0) ? LeaseEngine.waitMillis(this.settings) : 0;
		if (millis > 0) {
			this.place.register();
		}
		return millis;
	}

	private void askBlocking() {
		this.stage.leave(Is.QUEUED);
		this.bid.askBlocking(waitMillis());
	}

	private void ask() {
		this.bid.ask(waitMillis());
	}

	@Override
	public void answered(long reply, long sent, long leaseMillis, long waitMillis) {
		if (reply > 0) {
			granted(this.bid.lease(this.place.gate(), reply, sent, leaseMillis));
			return;
		}
		if (waitMillis == 0 || left() <= 0) {
			end(null);
			return;
		}
		this.engine.waiting().add(this.bid.leaseId(), this);
		this.engine.channel().open();
		long sleep = TimeUnit.MILLISECONDS.toNanos(1 - reply);
		long bound = LeaseEngine.pollNanos(this.settings);
		if (this.keeper instanceof QueueKeeper queue) {
			this.engine.polls().add(queue, this.bid.leaseId(), this, sleep);
			sleep = left();
			bound = sleep;
		}
		if (!enter(Is.ASLEEP, Math.min(left(), Math.min(sleep, bound)))) {
			leavePoll();
			this.engine.waiting().remove(this.bid.leaseId());
			this.place.withdrawLate();
		}
		else if (this.stage.wasWoken()) {
			wake();
		}
	}

	private void granted(RedisLease lease) {
		if (lease.remainingNanos() > 0) {
			end(lease);
			return;
		}
		// The answer took longer than the lease.
		this.engine.waiting().remove(this.bid.leaseId());
		this.bid.anew();
		if (left() > 0) {
			ask();
		}
		else {
			end(null);
		}
	}

	private void end(@Nullable RedisLease lease) {
		if (!this.stage.end()) {
			this.engine.waiting().remove(this.bid.leaseId());
			if (lease != null) {
				// Nobody waits for it any more.
				this.bid.giveBack();
			}
			return;
		}
		// From here on the result is the caller's, whatever happens.
		try {
			if (lease == null) {
				withdraw();
			}
			else {
				lease.begin();
				this.engine.waiting().remove(this.bid.leaseId());
				this.place.granted();
			}
		}
		finally {
			this.handOver.complete(lease);
		}
	}

	@Override
	public void failed(Throwable failure) {
		boolean goesOn = goesOn(failure);
		if (goesOn) {
			this.engine.waiting().add(this.bid.leaseId(), this);
		}
		if (!goesOn || !enter(Is.ASLEEP, Math.min(left(), LeaseEngine.pollNanos(this.settings)))) {
			if (Bid.isUnknown(failure)) {
				this.bid.giveBack();
			}
			abort(failure);
		}
	}

	private boolean goesOn(Throwable failure) {
		return this.keepsWaiting && failure instanceof RedisUnavailableException && left() > 0;
	}

	private void abort(Throwable failure) {
		if (!this.stage.end()) {
			this.engine.waiting().remove(this.bid.leaseId());
			return;
		}
		try {
			withdraw();
		}
		finally {
			this.handOver.fail(failure);
		}
	}

	/**
	 * Ends the wait because nobody would wake this one any more.
	 */
	void shutDown() {
		abort(new RedisUnavailableException("The locks were closed while one was waited for", Outcome.NOT_EXECUTED,
				null));
	}

	/**
	 * Ends the wait. What Redis may still grant is given back.
	 * @return false if it has ended by itself, and its result has to be taken
	 */
	boolean cancel() {
		if (!this.stage.end()) {
			return false;
		}
		withdraw();
		this.handOver.cancel();
		return true;
	}

	private void withdraw() {
		this.engine.waiting().remove(this.bid.leaseId());
		leavePoll();
		this.bid.giveBackIfUnsure();
		this.place.withdraw();
	}

	/** Ends the wait of this process, because none of its threads waits any more. */
	void deregister() {
		this.bid.leave();
	}

}
