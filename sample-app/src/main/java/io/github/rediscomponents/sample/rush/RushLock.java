// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.NamedLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock of a rush, from its first phase to the end of its last one. Redis may lose it
 * in any of them: a thread of its own asks for the holder, and acquires it again.
 */
final class RushLock implements AutoCloseable {

	private static final long STEP_MILLIS = 250;

	private static final Logger log = LoggerFactory.getLogger(RushLock.class);

	private final Lock changing = new ReentrantLock();

	private final NamedLock lock;

	private final Thread thread;

	private @Nullable Lease lease;

	private boolean closed;

	private RushLock(NamedLock lock, Lease lease, Runnable alive) {
		this.lock = lock;
		this.lease = lease;
		this.thread = new Thread(() -> keep(alive), "rush-lock");
		this.thread.setDaemon(true);
	}

	/**
	 * Acquires the lock.
	 * @param lock the lock
	 * @param alive runs several times a second while it is held
	 * @return the held lock, empty if there is another holder
	 */
	static Optional<RushLock> tryAcquire(NamedLock lock, Runnable alive) {
		return lock.tryAcquire().map((lease) -> {
			RushLock held = new RushLock(lock, lease, alive);
			boolean started = false;
			try {
				held.thread.start();
				started = true;
			}
			finally {
				if (!started) {
					lease.close();
				}
			}
			return held;
		});
	}

	private void keep(Runnable alive) {
		try {
			while (!isClosed()) {
				TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
				try {
					alive.run();
					look();
				}
				catch (RuntimeException ex) {
					log.debug("The lock of the rush cannot be looked at", ex);
				}
			}
		}
		catch (InterruptedException ex) {
			// Closed.
		}
	}

	private boolean isClosed() {
		this.changing.lock();
		try {
			return this.closed;
		}
		finally {
			this.changing.unlock();
		}
	}

	/** A lease is valid by the clock of this process for a while after Redis lost it. */
	private void look() {
		this.changing.lock();
		try {
			Lease known = this.lease;
			if (this.closed || (known != null && this.lock.info().holder().filter(known.id()::equals).isPresent())) {
				return;
			}
			if (known != null) {
				// This process does not ask for a lock that it holds.
				known.close();
			}
			this.lease = this.lock.tryAcquire().orElse(null);
		}
		finally {
			this.changing.unlock();
		}
	}

	/** Gives the lock back. Never throws. */
	@Override
	public void close() {
		this.changing.lock();
		try {
			this.closed = true;
			this.thread.interrupt();
			if (this.lease != null) {
				this.lease.close();
			}
		}
		finally {
			this.changing.unlock();
		}
	}

}
