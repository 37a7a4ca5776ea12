// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.rediscomponents.support.ApplicationLoader;

/**
 * The threads of all components: one timer thread that must never block, workers for what
 * may, and as many threads as there are processors, at least two, on which asynchronous
 * calls go on. Daemon threads, named {@code redis-components-...}.
 *
 * @since 1.0.0
 */
public final class Background implements AutoCloseable {

	/** How many threads may stand in for blocked ones of asynchronous calls. */
	private static final int MOST_SPARE_THREADS = 256;

	private final ScheduledThreadPoolExecutor timer;

	private final ExecutorService workers;

	private final ForkJoinPool stages;

	private final ClassLoader loader;

	/**
	 * Starts the timer; the other threads are started when they are needed. The class
	 * loader of the application is that of the calling thread.
	 * @param workerThreads makes the threads of the workers
	 * @throws OutOfMemoryError if there is no thread for the timer; nothing is started
	 */
	public Background(ThreadFactory workerThreads) {
		this(workerThreads, ApplicationLoader.current());
	}

	/**
	 * Starts the timer; the other threads are started when they are needed.
	 * @param workerThreads makes the threads of the workers
	 * @param loader the class loader of the application
	 * @throws OutOfMemoryError if there is no thread for the timer; nothing is started
	 */
	public Background(ThreadFactory workerThreads, ClassLoader loader) {
		this(workerThreads, daemon("redis-components-timer"), loader);
	}

	Background(ThreadFactory workerThreads, ThreadFactory timerThread) {
		this(workerThreads, timerThread, ApplicationLoader.current());
	}

	private Background(ThreadFactory workerThreads, ThreadFactory timerThread, ClassLoader loader) {
		this.loader = loader;
		this.timer = new ScheduledThreadPoolExecutor(1, seeing(loader, timerThread));
		// For as long as it lasts. The first task would fail if there were none for it,
		// and the JDK would run it later all the same.
		this.timer.prestartCoreThread();
		this.timer.setRemoveOnCancelPolicy(true);
		this.timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.workers = Executors.newCachedThreadPool(seeing(loader, workerThreads));
		int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
		// A pool of this kind replaces a thread that waits for a future meanwhile.
		this.stages = new ForkJoinPool(threads, (pool) -> new StageThread(pool, loader), null, true, 0,
				threads + MOST_SPARE_THREADS, 1, (pool) -> true, 1, TimeUnit.MINUTES);
	}

	/**
	 * Background threads whose workers are platform threads.
	 */
	public Background() {
		this(daemon("redis-components-worker"));
	}

	/**
	 * For short tasks that never block: renewals, deadlines, polls. It has its thread, so
	 * no task is refused for want of one.
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

	/**
	 * For the steps of asynchronous calls, which must not block. One that waits for a
	 * {@link java.util.concurrent.CompletableFuture} all the same is stood in for by
	 * another thread; one that blocks in another way delays the others.
	 * @return the executor of steps
	 */
	public Executor stages() {
		return this.stages;
	}

	/**
	 * Returns the class loader of the application. All threads have it, whichever thread
	 * has them started: one of the common pool may not see the application.
	 * @return the context class loader of the threads
	 */
	public ClassLoader loader() {
		return this.loader;
	}

	@Override
	public void close() {
		this.timer.shutdownNow();
		this.workers.shutdown();
		this.stages.shutdown();
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

	private static ThreadFactory seeing(ClassLoader loader, ThreadFactory threads) {
		return (task) -> {
			Thread thread = threads.newThread(task);
			if (thread != null) {
				thread.setContextClassLoader(loader);
			}
			return thread;
		};
	}

	private static final class StageThread extends ForkJoinWorkerThread {

		StageThread(ForkJoinPool pool, ClassLoader loader) {
			super(pool);
			setName("redis-components-stage-" + getPoolIndex());
			setContextClassLoader(loader);
		}

	}

}
