// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/**
 * Does a thing many times at once.
 *
 * @since 1.0.0
 */
public final class Crowd {

	private Crowd() {
	}

	/**
	 * Does a thing {@code times} times, never more than {@code atOnce} of them at once,
	 * in the order of their numbers. The first failure ends everything.
	 * @param times the number of times
	 * @param atOnce the most at once
	 * @param done runs after each of them
	 * @param task does it once
	 * @param <T> the type of the results
	 * @return what came of each, by number
	 */
	public static <T> List<T> run(int times, int atOnce, Runnable done, Task<T> task) throws InterruptedException {
		return all(times, Math.min(times, atOnce), Executors.defaultThreadFactory(), (number) -> {
			T result = task.run(number);
			done.run();
			return result;
		});
	}

	/**
	 * Does a thing {@code times} times, never more than {@code atOnce} of them at once,
	 * in the order of their numbers. The first failure ends everything.
	 * @param times the number of times
	 * @param atOnce the most at once, and the most threads
	 * @param threads makes the threads
	 * @param task does it once
	 * @param <T> the type of the results
	 * @return what came of each, by number
	 */
	public static <T> List<T> run(int times, int atOnce, ThreadFactory threads, Task<T> task)
			throws InterruptedException {
		return all(times, Math.min(times, atOnce), threads, task);
	}

	/**
	 * Does a thing {@code times} times, all at the same moment.
	 * @param times the number of times, and of threads
	 * @param task does it once
	 * @param <T> the type of the results
	 * @return what came of each, by number
	 */
	public static <T> List<T> together(int times, Task<T> task) throws InterruptedException {
		CountDownLatch ready = new CountDownLatch(times);
		return all(times, times, Executors.defaultThreadFactory(), (number) -> {
			ready.countDown();
			ready.await();
			return task.run(number);
		});
	}

	private static <T> List<T> all(int times, int atOnce, ThreadFactory threads, Task<T> task)
			throws InterruptedException {
		ExecutorService executor = Executors.newFixedThreadPool(Math.max(1, atOnce), threads);
		try {
			List<Future<T>> futures = new ArrayList<>();
			for (int i = 0; i < times; i++) {
				int number = i;
				futures.add(executor.submit(() -> task.run(number)));
			}
			List<T> results = new ArrayList<>();
			for (Future<T> future : futures) {
				results.add(result(future));
			}
			return results;
		}
		finally {
			executor.shutdownNow();
		}
	}

	private static <T> T result(Future<T> future) throws InterruptedException {
		try {
			return future.get();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			if (ex.getCause() instanceof Error failure) {
				throw failure;
			}
			throw new CancellationException("Interrupted");
		}
	}

	/**
	 * One of many.
	 *
	 * @param <T> what comes of it
	 */
	@FunctionalInterface
	public interface Task<T> {

		/**
		 * Does it.
		 * @param number its number, from 0 on
		 * @return what came of it
		 */
		T run(int number) throws InterruptedException;

	}

}
