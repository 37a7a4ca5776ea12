package io.github.rediscomponents.lock;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Where the threads of this process meet that want the same lock. They take turns in the
 * order they came; only the one whose turn it is talks to Redis. A lease that this
 * process holds is known here, so that nobody asks Redis for what cannot be free.
 */
final class Gate {

	private final Semaphore turn = new Semaphore(1, true);

	private final String key;

	private volatile @Nullable RedisLease held;

	private volatile @Nullable Thread contender;

	private volatile boolean signalled;

	// Guarded by the map that holds the gate.
	int users;

	Gate(String key) {
		this.key = key;
	}

	String key() {
		return this.key;
	}

	/**
	 * Waits for this thread's turn.
	 * @param nanos the longest to wait; 0 does not wait
	 */
	boolean takeTurn(long nanos) throws InterruptedException {
		return takeTurnNow() || (nanos > 0 && this.turn.tryAcquire(nanos, java.util.concurrent.TimeUnit.NANOSECONDS));
	}

	boolean takeTurnNow() {
		return !this.turn.hasQueuedThreads() && this.turn.tryAcquire();
	}

	void endTurn() {
		this.turn.release();
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
			signal();
		}
	}

	/** Forgets earlier signals; what is signalled from now on ends the next wait. */
	void listen() {
		this.signalled = false;
	}

	void signal() {
		this.signalled = true;
		LockSupport.unpark(this.contender);
	}

	/**
	 * Sleeps until something is signalled. Only for the thread whose turn it is.
	 */
	void await(long nanos) throws InterruptedException {
		long end = System.nanoTime() + nanos;
		this.contender = Thread.currentThread();
		try {
			while (!this.signalled) {
				if (Thread.interrupted()) {
					throw new InterruptedException();
				}
				long left = end - System.nanoTime();
				if (left <= 0) {
					return;
				}
				LockSupport.parkNanos(this, left);
			}
		}
		finally {
			this.contender = null;
		}
	}

}
