// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Something that takes long, on a thread of its own, once at a time: scheduling it does
 * not wait.
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
	 * Begins, unless it is under way or has been ended.
	 * @param body what to do
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

	/** Whether what is under way should come to an end. */
	public boolean isEnding() {
		return this.ending;
	}

	/** Asks what is under way to end, and waits a moment for that. */
	public void end() {
		this.ending = true;
		join(this.running.get());
	}

	/** Interrupts what is under way, and waits a moment for its end. */
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
