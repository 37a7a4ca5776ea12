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
	 */
	public void begin(Runnable body) {
		if (this.ending) {
			return;
		}
		Thread thread = new Thread(() -> {
			try {
				body.run();
			}
			finally {
				this.running.set(null);
			}
		}, this.name);
		thread.setDaemon(true);
		if (this.running.compareAndSet(null, thread)) {
			thread.start();
		}
	}

	/** Returns whether the running task should end. */
	public boolean isEnding() {
		return this.ending;
	}

	/** Requests the running task to end, and waits a moment for it. */
	public void end() {
		this.ending = true;
		join(this.running.get());
	}

	/** Interrupts the running task, and waits a moment for its end. */
	public void interrupt() {
		this.ending = true;
		Thread thread = this.running.get();
		if (thread != null) {
			thread.interrupt();
		}
		join(thread);
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
