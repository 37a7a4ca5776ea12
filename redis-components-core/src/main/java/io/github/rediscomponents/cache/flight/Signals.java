// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Tells the leader of flights to look again. A signal that comes before the leader waits
 * is kept; several of them count as one.
 *
 * @since 1.0.0
 */
public final class Signals {

	private final Semaphore permits = new Semaphore(0);

	private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();

	void raise() {
		this.permits.release();
		tell();
	}

	/**
	 * Waits for a signal, or until the time is over.
	 */
	public void await(long nanos) throws InterruptedException {
		if (this.permits.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
			this.permits.drainPermits();
		}
	}

	/**
	 * Runs a task at the next signal, once, on the thread that gives it.
	 * @param task must not block; replaces an earlier one
	 */
	public void whenRaised(Runnable task) {
		this.waiting.set(task);
		tell();
	}

	/**
	 * Runs a task no more, which does not wait any longer.
	 */
	public void forget(Runnable task) {
		this.waiting.compareAndSet(task, null);
	}

	private void tell() {
		Runnable task = this.waiting.get();
		if (task != null && this.permits.availablePermits() > 0 && this.waiting.compareAndSet(task, null)) {
			this.permits.drainPermits();
			task.run();
		}
	}

}
