// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Runs code on several threads at once, for tests that expect exact numbers.
 *
 * <p>
 * The threads are new, are daemons, and begin together. A run that takes longer than five
 * minutes fails with the stack traces of the threads that are stuck, and interrupts them.
 *
 * @since 1.0.0
 */
public final class Concurrently {

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	private Concurrently() {
	}

	/**
	 * Runs an action once on each of several threads.
	 * @param threads number of threads, at least 1
	 * @param action the action of each thread
	 * @param <T> the type of its result
	 * @return one result for each thread, in no meaningful order
	 * @throws IllegalStateException if the action threw a checked exception, which is the
	 * cause; unchecked exceptions and errors are thrown as they are, further ones
	 * suppressed
	 */
	public static <T extends @Nullable Object> List<T> run(int threads, Callable<T> action) {
		return run(Stream.generate(() -> action).limit(requirePositive("threads", threads)).toList());
	}

	/**
	 * Runs an action without a result once on each of several threads.
	 * @param threads number of threads, at least 1
	 * @param action the action of each thread
	 * @throws IllegalStateException if the action threw a checked exception, which is the
	 * cause
	 */
	public static void run(int threads, Action action) {
		run(threads, action.asCallable());
	}

	/**
	 * Runs an action several times on each of several threads.
	 * @param threads number of threads, at least 1
	 * @param times how often each of them runs the action, at least 1
	 * @param action the action of each thread
	 * @param <T> the type of its result
	 * @return {@code threads * times} results, those of a thread one after the other
	 * @throws IllegalStateException if the action threw a checked exception, which is the
	 * cause
	 */
	public static <T extends @Nullable Object> List<T> repeat(int threads, int times, Callable<T> action) {
		List<List<T>> results = run(threads, () -> repeat(times, action));
		return results.stream().flatMap(List::stream).collect(Collectors.toCollection(ArrayList::new));
	}

	/**
	 * Runs an action without a result several times on each of several threads.
	 * @param threads number of threads, at least 1
	 * @param times how often each of them runs the action, at least 1
	 * @param action the action of each thread
	 * @throws IllegalStateException if the action threw a checked exception, which is the
	 * cause
	 */
	public static void repeat(int threads, int times, Action action) {
		repeat(threads, times, action.asCallable());
	}

	/**
	 * Runs an action several times on the calling thread.
	 * @param times number of runs, at least 1
	 * @param action the action
	 * @param <T> the type of its result
	 * @return its results in order
	 * @throws Exception if the action fails
	 */
	public static <T extends @Nullable Object> List<T> repeat(int times, Callable<T> action) throws Exception {
		List<T> results = new ArrayList<>(requirePositive("times", times));
		for (int i = 0; i < times; i++) {
			results.add(action.call());
		}
		return results;
	}

	/**
	 * Runs different actions, each on a separate thread.
	 * @param actions the actions
	 * @param <T> the type of their results
	 * @return their results in the same order
	 * @throws IllegalStateException if an action threw a checked exception, which is the
	 * cause
	 */
	public static <T extends @Nullable Object> List<T> run(List<? extends Callable<T>> actions) {
		CountDownLatch ready = new CountDownLatch(actions.size());
		List<FutureTask<T>> tasks = new ArrayList<>();
		List<Thread> threads = new ArrayList<>();
		for (Callable<T> action : actions) {
			FutureTask<T> task = new FutureTask<>(() -> {
				ready.countDown();
				ready.await();
				return action.call();
			});
			Thread thread = new Thread(task, "concurrently-" + tasks.size());
			thread.setDaemon(true);
			tasks.add(task);
			threads.add(thread);
		}
		threads.forEach(Thread::start);
		return collect(tasks, threads);
	}

	private static <T extends @Nullable Object> List<T> collect(List<FutureTask<T>> tasks, List<Thread> threads) {
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		List<T> results = new ArrayList<>();
		List<Throwable> failures = new ArrayList<>();
		try {
			for (FutureTask<T> task : tasks) {
				try {
					results.add(task.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
				}
				catch (ExecutionException ex) {
					failures.add((ex.getCause() != null) ? ex.getCause() : ex);
				}
			}
		}
		catch (TimeoutException ex) {
			failures.add(0, new AssertionError("Not finished within " + PATIENCE.toSeconds() + " s:" + dump(threads)));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			failures.add(0, ex);
		}
		if (!failures.isEmpty()) {
			threads.forEach(Thread::interrupt);
			throw rethrow(failures);
		}
		return results;
	}

	private static RuntimeException rethrow(List<Throwable> failures) {
		Throwable first = failures.get(0);
		failures.stream().skip(1).filter((other) -> other != first).forEach(first::addSuppressed);
		if (first instanceof Error error) {
			throw error;
		}
		return (first instanceof RuntimeException runtime) ? runtime : new IllegalStateException(first);
	}

	private static String dump(List<Thread> threads) {
		return threads.stream()
			.filter(Thread::isAlive)
			.map((thread) -> "\n" + thread.getName() + "\n\tat "
					+ Stream.of(thread.getStackTrace()).map(String::valueOf).collect(Collectors.joining("\n\tat ")))
			.collect(Collectors.joining());
	}

	private static int requirePositive(String name, int value) {
		if (value < 1) {
			throw new IllegalArgumentException(name + " must be at least 1 but was " + value);
		}
		return value;
	}

	/**
	 * An action without a result.
	 */
	@FunctionalInterface
	public interface Action {

		/**
		 * Runs the action.
		 * @throws Exception if the action fails
		 */
		void run() throws Exception;

		private Callable<Boolean> asCallable() {
			return () -> {
				run();
				return true;
			};
		}

	}

}
