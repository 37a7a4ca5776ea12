package io.github.rediscomponents.lock;

import org.jspecify.annotations.Nullable;

/**
 * Where an {@link Acquisition} waits: for its turn at the {@link Gate} of this process,
 * where the kind takes turns, and in Redis. Who waits at a gate waits in Redis in the
 * name of the process.
 */
final class WaitingPlace {

	private final LeaseEngine engine;

	private final Acquisition one;

	private final Bid bid;

	private final @Nullable Gate gate;

	/** Whether Redis may know that this one waits. */
	private volatile boolean registered;

	WaitingPlace(LeaseEngine engine, Keeper keeper, Acquisition one, Bid bid) {
		this.engine = engine;
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

	/** The lease of this process that keeps everybody else waiting. */
	@Nullable RedisLease holder() {
		return (this.gate != null) ? this.gate.holder() : null;
	}

	/** Redis is asked to let it wait. */
	void register() {
		if (this.gate != null) {
			this.gate.registered();
			return;
		}
		this.registered = true;
		// It may be its turn before the answer that it has to wait is read.
		this.engine.waiting().add(this.bid.leaseId(), this.one);
	}

	/** It got what it waited for. */
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
		// Whoever has the turn in this process by now waits in the same name.
		if (this.gate == null || this.gate.next() == null) {
			this.bid.leave();
		}
	}

}
