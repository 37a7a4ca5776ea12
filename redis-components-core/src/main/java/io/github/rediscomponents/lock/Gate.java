package io.github.rediscomponents.lock;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Where those of this process meet that want the same lock. They take turns in the order
 * they came; only the one whose turn it is talks to Redis. A lease that this process
 * holds is known here, so that nobody asks Redis for what cannot be free.
 */
final class Gate {

	private final ReentrantLock lock = new ReentrantLock();

	// Guarded by the lock.
	private final Set<Acquisition> queue = new LinkedHashSet<>();

	// Guarded by the lock for changes.
	private volatile @Nullable Acquisition turn;

	/**
	 * Whether Redis may know that this process waits. Whoever has the turn waits in its
	 * name, so that one who gives up leaves the process its place.
	 */
	private volatile boolean registered;

	private volatile @Nullable RedisLease held;

	private final String key;

	// Guarded by the map that holds the gate.
	int users;

	Gate(String key) {
		this.key = key;
	}

	String key() {
		return this.key;
	}

	/**
	 * Takes the turn if it is nobody's and nobody waits for it.
	 */
	boolean takeTurnNow(Acquisition one) {
		this.lock.lock();
		try {
			if (this.turn != null) {
				return false;
			}
			this.turn = one;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Takes the turn or queues for it; {@link Acquisition#turn()} tells when it has come.
	 */
	void queue(Acquisition one) {
		this.lock.lock();
		try {
			if (this.turn != null) {
				this.queue.add(one);
				return;
			}
			this.turn = one;
		}
		finally {
			this.lock.unlock();
		}
		one.turn();
	}

	/** Redis is asked to let this process wait. */
	void registered() {
		this.registered = true;
	}

	/**
	 * Ends the turn of one that got the lock, and with it the wait of this process.
	 */
	void granted(Acquisition one) {
		this.registered = false;
		leave(one);
	}

	/**
	 * Ends the turn, or the wait for it.
	 */
	void leave(Acquisition one) {
		Acquisition next = null;
		boolean last;
		do {
			this.lock.lock();
			try {
				if (this.turn != one) {
					this.queue.remove(one);
					return;
				}
				last = this.queue.isEmpty() && this.registered;
				if (last) {
					this.registered = false;
				}
				else {
					next = this.queue.isEmpty() ? null : this.queue.iterator().next();
					this.queue.remove(next);
					this.turn = next;
				}
			}
			finally {
				this.lock.unlock();
			}
			if (last) {
				// Sent before the turn is given up, and so before whatever the next one
				// sends.
				one.deregister();
			}
		}
		while (last);
		if (next != null) {
			next.turn();
		}
	}

	/** The one of this process that waits for the lease to end. */
	@Nullable Acquisition next() {
		return this.turn;
	}

	/**
	 * The lease of this process.
	 * @return null if there is none that is valid
	 */
	@Nullable RedisLease holder() {
		RedisLease lease = this.held;
		return (lease != null && lease.isValid()) ? lease : null;
	}

	void hold(RedisLease lease) {
		this.held = lease;
	}

	/**
	 * A lease is over.
	 */
	void free(RedisLease lease) {
		if (this.held == lease) {
			this.held = null;
			wake();
		}
	}

	/** Has the one whose turn it is ask again. */
	void wake() {
		Acquisition one = this.turn;
		if (one != null) {
			one.wake();
		}
	}

}
