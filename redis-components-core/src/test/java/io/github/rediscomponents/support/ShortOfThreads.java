// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * Threads that cannot be started, while a test says so.
 */
public final class ShortOfThreads implements ThreadFactory {

	private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();

	private volatile CountDownLatch none = new CountDownLatch(0);

	/** No thread is started from now on. */
	public void begin() {
		this.none = new CountDownLatch(1);
	}

	/** Begins, and keeps each idle thread of an executor busy. */
	public void begin(ExecutorService executor) {
		begin();
		CountDownLatch busy = this.none;
		try {
			while (true) {
				executor.execute(() -> await(busy));
			}
		}
		catch (OutOfMemoryError ex) {
			// None is left.
		}
	}

	public void end() {
		this.none.countDown();
	}

	/** Returns what has ended a thread. */
	public Queue<Throwable> uncaught() {
		return this.uncaught;
	}

	private static void await(CountDownLatch busy) {
		try {
			busy.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public Thread newThread(Runnable task) {
		if (this.none.getCount() > 0) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		Thread thread = new Thread(task, "short-of-threads");
		thread.setDaemon(true);
		thread.setUncaughtExceptionHandler((ended, failure) -> this.uncaught.add(failure));
		return thread;
	}

}
