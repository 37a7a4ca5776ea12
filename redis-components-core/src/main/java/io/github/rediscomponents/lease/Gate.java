// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Serializes the acquisitions of this process for one lock. They take turns in the order
 * of their arrival, and only the one that has the turn sends anything to Redis. The gate
 * keeps the lease that this process holds, so no request is sent for a lock that cannot
 * be free.
 *
 * @since 1.0.0
 */
public final class Gate {

	/**
	 * The acquisitions whose turn comes while this thread announces one. Thousands that
	 * end at once pass the turn on without a deep stack.
	 */
	private static final ThreadLocal<Deque<Acquisition>> ANNOUNCED = new ThreadLocal<>();

	private final ReentrantLock lock = new ReentrantLock();

	// Guarded by the lock.
	private final Set<Acquisition> queue = new LinkedHashSet<>();

	// Guarded by the lock for changes.
	private volatile @Nullable Acquisition turn;

	/**
	 * Whether Redis may know that this process waits. The acquisition that has the turn
	 * waits in the name of the process, so the process keeps its place when that one
	 * gives up.
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
	 * Takes the turn if it is free and no acquisition waits for it.
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
	 * Takes the turn or queues for it; {@link Acquisition#turn()} is called when the turn
	 * has come.
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

	/** A request that registers the wait of this process is sent. */
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
				// Sent before the turn ends, thus before the commands of the next.
				one.deregister();
			}
		}
		while (last);
		if (next != null) {
			announce(next);
		}
	}

	private static void announce(Acquisition next) {
		Deque<Acquisition> outer = ANNOUNCED.get();
		if (outer != null) {
			outer.add(next);
			return;
		}
		Deque<Acquisition> announced = new ArrayDeque<>(1);
		announced.add(next);
		ANNOUNCED.set(announced);
		try {
			while (!announced.isEmpty()) {
				announced.remove().turn();
			}
		}
		finally {
			ANNOUNCED.remove();
			// Left by an Error alone.
			announced.forEach(Gate::announce);
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

	/** Wakes the acquisition that has the turn. */
	void wake() {
		Acquisition one = this.turn;
		if (one != null) {
			one.wake();
		}
	}

}
