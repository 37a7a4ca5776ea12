// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of all components: one timer thread that must never block, and workers for
 * what may. Daemon threads, named {@code redis-components-...}.
 *
 * @since 0.1.0
 */
public final class Background implements AutoCloseable {

	private final ScheduledThreadPoolExecutor timer;

	private final ExecutorService workers;

	/**
	 * Creates the background threads; none is started before it is needed.
	 * @param workerThreads makes the threads of the workers, for example virtual ones
	 */
	public Background(ThreadFactory workerThreads) {
		this.timer = new ScheduledThreadPoolExecutor(1, daemon("redis-components-timer"));
		this.timer.setRemoveOnCancelPolicy(true);
		this.timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.workers = Executors.newCachedThreadPool(workerThreads);
	}

	/**
	 * Background threads whose workers are platform threads.
	 */
	public Background() {
		this(daemon("redis-components-worker"));
	}

	/**
	 * For short tasks that never block: renewals, deadlines, polls.
	 * @return the timer
	 */
	public ScheduledExecutorService timer() {
		return this.timer;
	}

	/**
	 * For tasks that may block: loaders, connecting.
	 * @return the workers
	 */
	public ExecutorService workers() {
		return this.workers;
	}

	@Override
	public void close() {
		this.timer.shutdownNow();
		this.workers.shutdown();
	}

	/**
	 * Returns a factory of numbered daemon threads.
	 * @param name how the threads' names begin
	 * @return the factory
	 */
	public static ThreadFactory daemon(String name) {
		AtomicInteger number = new AtomicInteger();
		return (task) -> {
			Thread thread = new Thread(task, name + '-' + number.incrementAndGet());
			thread.setDaemon(true);
			return thread;
		};
	}

}
