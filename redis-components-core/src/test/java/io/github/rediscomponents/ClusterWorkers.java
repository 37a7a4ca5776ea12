// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.ClusterWork.NotHeardException;
import io.github.rediscomponents.ClusterWork.Step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Threads that each do the operation of one component again and again, and the times at
 * which it worked and did not.
 */
final class ClusterWorkers implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private final List<Worker> workers = new ArrayList<>();

	private volatile boolean over;

	void start(String title, Step step) {
		Worker worker = new Worker(title, step);
		this.workers.add(worker);
		worker.start();
	}

	/** Returns when each operation worked once more. */
	void awaitProgress() {
		for (Worker worker : this.workers) {
			long before = worker.done.get();
			await().atMost(PATIENCE).until(() -> worker.failure != null || worker.done.get() > before + 1);
			assertThat(worker.failure).as(worker.getName()).isNull();
		}
	}

	/** Returns the attempts of all operations that began since a moment. */
	List<Attempt> since(long nanos) {
		return this.workers.stream()
			.flatMap((worker) -> worker.attempts.stream())
			.filter((attempt) -> attempt.began - nanos >= 0)
			.toList();
	}

	/**
	 * Prints, for each component, when its operation first worked after a moment, and the
	 * failures before and after that.
	 * @return the longest time, in milliseconds
	 */
	long print(String title, long trouble, long decided) {
		long longest = 0;
		StringBuilder table = new StringBuilder(title);
		for (Worker worker : this.workers) {
			long first = worker.attempts.stream()
				.filter((attempt) -> attempt.failure == null && attempt.ended - decided >= 0)
				.mapToLong((attempt) -> millis(attempt.ended - decided))
				.min()
				.orElse(Long.MAX_VALUE);
			longest = Math.max(longest, first);
			table.append(String.format(
					"%n  %-18s worked after %,5d ms; failures until the decision %,4d, after it %,4d", worker.getName(),
					first, worker.count((attempt) -> attempt.began - trouble >= 0 && attempt.ended - decided < 0),
					worker.count((attempt) -> attempt.ended - decided >= 0)));
			worker.last(trouble)
				.ifPresent((attempt) -> table.append(String.format(", the last begun %,d ms after it: %s",
						millis(attempt.began - decided), attempt.failure)));
		}
		System.out.println(table);
		return longest;
	}

	static long millis(long nanos) {
		return Math.floorDiv(nanos, 1_000_000L);
	}

	@Override
	public void close() {
		this.over = true;
		this.workers.forEach((worker) -> {
			try {
				worker.join(PATIENCE.toMillis());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
	}

	/**
	 * One attempt.
	 */
	static final class Attempt {

		final String component;

		final long began;

		final long ended;

		final @Nullable Exception failure;

		Attempt(String component, long began, long ended, @Nullable Exception failure) {
			this.component = component;
			this.began = began;
			this.ended = ended;
			this.failure = failure;
		}

		@Override
		public String toString() {
			return this.component + ": " + this.failure;
		}

	}

	private final class Worker extends Thread {

		private final Step step;

		private final Queue<Attempt> attempts = new ConcurrentLinkedQueue<>();

		private final AtomicLong done = new AtomicLong();

		private volatile @Nullable Throwable failure;

		Worker(String title, Step step) {
			super(title);
			setDaemon(true);
			this.step = step;
		}

		@Override
		public void run() {
			while (!ClusterWorkers.this.over) {
				long began = System.nanoTime();
				try {
					this.step.run();
					this.attempts.add(new Attempt(getName(), began, System.nanoTime(), null));
					this.done.incrementAndGet();
				}
				catch (RedisUnavailableException | NotHeardException ex) {
					this.attempts.add(new Attempt(getName(), began, System.nanoTime(), ex));
				}
				catch (Throwable ex) {
					this.failure = ex;
					return;
				}
				LockSupport.parkNanos(REST_NANOS);
			}
		}

		long count(Predicate<Attempt> which) {
			return this.attempts.stream().filter((attempt) -> attempt.failure != null && which.test(attempt)).count();
		}

		Optional<Attempt> last(long since) {
			return this.attempts.stream()
				.filter((attempt) -> attempt.failure != null && attempt.began - since >= 0)
				.reduce((one, other) -> other);
		}

	}

}
