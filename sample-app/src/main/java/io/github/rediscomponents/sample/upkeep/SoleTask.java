// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * A long task that runs on its own thread, once at a time. Starting it does not block.
 */
public final class SoleTask {

	private static final long PATIENCE_MILLIS = 5000;

	private final AtomicReference<@Nullable Thread> running = new AtomicReference<>();

	private final String name;

	private volatile boolean ending;

	public SoleTask(String name) {
		this.name = name;
	}

	/**
	 * Starts the task, unless it is running or was ended.
	 * @param body the task
	 * @return whether it was started
	 */
	public boolean begin(Runnable body) {
		return begin(body, () -> {
		});
	}

	/**
	 * Starts the task, unless it is running or was ended.
	 * @param body the task
	 * @param after runs on the same thread after the task, whether it failed or not, once
	 * another can begin; not if this method returns false or throws
	 * @return whether it was started
	 */
	public synchronized boolean begin(Runnable body, Runnable after) {
		Thread thread = new Thread(() -> {
			try {
				body.run();
			}
			finally {
				this.running.set(null);
				after.run();
			}
		}, this.name);
		thread.setDaemon(true);
		if (this.ending || !this.running.compareAndSet(null, thread)) {
			return false;
		}
		boolean started = false;
		try {
			thread.start();
			started = true;
		}
		finally {
			if (!started) {
				this.running.set(null);
			}
		}
		return true;
	}

	/** Returns whether a task is running. */
	public boolean isRunning() {
		return this.running.get() != null;
	}

	/** Returns whether the running task should end. */
	public boolean isEnding() {
		return this.ending;
	}

	/** Requests the running task to end, and waits a moment for it. */
	public void end() {
		join(last());
	}

	/** Interrupts the running task, and waits a moment for its end. */
	public void interrupt() {
		Thread thread = last();
		if (thread != null) {
			thread.interrupt();
		}
		join(thread);
	}

	/** Nothing begins from now on. Returns the task that runs, null if there is none. */
	private synchronized @Nullable Thread last() {
		this.ending = true;
		return this.running.get();
	}

	private static void join(@Nullable Thread thread) {
		if (thread != null) {
			try {
				thread.join(PATIENCE_MILLIS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
