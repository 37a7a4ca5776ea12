// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import org.springframework.core.task.VirtualThreadTaskExecutor;

import io.github.rediscomponents.ClusterWork.Step;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Virtual threads, for tests that are compiled for a Java without them.
 */
final class VirtualThreads {

	private static final int SINCE = 21;

	private static final long PATIENCE_SECONDS = 120;

	private VirtualThreads() {
	}

	static void assumeSupported() {
		int java = Runtime.version().feature();
		assumeTrue(java >= SINCE, "Virtual threads exist from Java " + SINCE + " on, this is Java " + java);
	}

	static ThreadFactory factory(String name) {
		return new VirtualThreadTaskExecutor(name).getVirtualThreadFactory();
	}

	static boolean isVirtual(Thread thread) {
		try {
			return (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Runs each step on a thread of its own; all begin together. */
	static void run(List<Step> steps) throws Exception {
		start(steps).await();
	}

	/** Starts each step on a thread of its own; all begin together. */
	static Running start(List<Step> steps) {
		ThreadFactory threads = factory("virtual-");
		CountDownLatch ready = new CountDownLatch(steps.size());
		Running running = new Running(new ArrayList<>(), new ArrayList<>());
		for (Step step : steps) {
			FutureTask<Boolean> task = new FutureTask<>(() -> {
				ready.countDown();
				ready.await();
				step.run();
				return true;
			});
			running.tasks.add(task);
			running.threads.add(threads.newThread(task));
		}
		running.threads.forEach(Thread::start);
		return running;
	}

	/**
	 * Threads that were started.
	 *
	 * @param threads the threads
	 * @param tasks what each of them runs
	 */
	record Running(List<Thread> threads, List<FutureTask<Boolean>> tasks) {

		/** Returns when all threads have ended; throws what a step threw. */
		void await() throws Exception {
			for (FutureTask<Boolean> task : this.tasks) {
				task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
			}
		}

		boolean allWait() {
			return this.threads.stream()
				.map(Thread::getState)
				.allMatch((state) -> state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING);
		}

	}

}
