// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import org.jspecify.annotations.Nullable;

/**
 * The places at which an {@link Acquisition} waits: the {@link Gate} of this process if
 * the kind takes turns, and Redis. An acquisition that waits at a gate waits in Redis in
 * the name of the process. News of Redis finds it by its lease id, and in a queue of
 * Redis by the look at its place there.
 *
 * @since 1.0.0
 */
public final class WaitingPlace {

	private final LeaseEngine engine;

	private final Keeper keeper;

	private final Acquisition one;

	private final Bid bid;

	private final @Nullable Gate gate;

	/** Whether Redis may know that this one waits. */
	private volatile boolean registered;

	/** The number of permits before the last request was sent. */
	private volatile int sentWith;

	WaitingPlace(LeaseEngine engine, Keeper keeper, Acquisition one, Bid bid) {
		this.engine = engine;
		this.keeper = keeper;
		this.one = one;
		this.bid = bid;
		this.gate = keeper.takesTurns() ? engine.gates().enter(keeper.key()) : null;
	}

	/** Null where none is needed. */
	@Nullable Gate gate() {
		return this.gate;
	}

	/** Whether it has its turn in this process at once. */
	boolean takeTurnNow() {
		return this.gate == null || this.gate.takeTurnNow(this.one);
	}

	/** Takes its turn or queues for it. */
	void queue() {
		if (this.gate != null) {
			this.gate.queue(this.one);
		}
	}

	/** Ends its turn, or its wait for it. */
	void leaveTurn() {
		if (this.gate != null) {
			this.gate.leave(this.one);
		}
	}

	/** Returns the lease of this process that keeps the others waiting. */
	@Nullable RedisLease holder() {
		return (this.gate != null) ? this.gate.holder() : null;
	}

	/** News finds it from now on. */
	void expectNews() {
		this.engine.waiting().add(this.bid.leaseId(), this.one);
	}

	/** Whether its place is in a queue of Redis, which is looked at. */
	boolean isQueue() {
		return this.keeper instanceof QueueKeeper;
	}

	/**
	 * Its place in the queue of Redis is looked at from now on.
	 * @param endsNanos nanoseconds until a lease or a wait ends, by its last reply
	 */
	void expectLooks(long endsNanos) {
		if (this.keeper instanceof QueueKeeper queue) {
			this.engine.polls().add(queue, this.bid.leaseId(), this.one, endsNanos, this.sentWith);
		}
	}

	/** Its place in the queue of Redis is not looked at any more. */
	void endLooks() {
		if (this.keeper instanceof QueueKeeper queue) {
			this.engine.polls().remove(queue, this.bid.leaseId());
		}
	}

	/** No news finds it any more. */
	void endNews() {
		this.engine.waiting().remove(this.bid.leaseId());
		endLooks();
	}

	/** A request that registers its wait is sent. */
	void register() {
		if (this.gate != null) {
			this.gate.registered();
			return;
		}
		this.registered = true;
		if (this.keeper instanceof QueueKeeper queue) {
			this.sentWith = queue.terms(0).permits();
		}
		// It may be its turn before the answer that it has to wait is read.
		expectNews();
	}

	/** Ends the wait after the grant. */
	void granted() {
		if (this.gate != null) {
			this.gate.granted(this.one);
		}
	}

	/** It got nothing. */
	void withdraw() {
		if (this.gate != null) {
			this.gate.leave(this.one);
			this.engine.gates().exit(this.gate);
		}
		else if (this.registered) {
			this.bid.leave();
		}
	}

	/**
	 * It was ended while Redis was asked, so Redis may have learnt that before it knew
	 * it.
	 */
	void withdrawLate() {
		// The acquisition that has the turn by now waits in the same name.
		if (this.gate == null || this.gate.next() == null) {
			this.bid.leave();
		}
	}

}
