// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Supplier;

import org.redisson.api.RedissonClient;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.OurProcess;
import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedReadWriteLock;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.test.RedisServer;

/**
 * Eight processes that read without a break, each for two milliseconds at a time, and one
 * that writes now and then: how long it waits.
 */
final class WriterAmongReaders {

	private static final int READERS = 8;

	private static final int READING_MILLIS = 2;

	private static final int RESTING_MILLIS = 20;

	/** When the writer gives up. */
	private static final int MOST_SECONDS = 15;

	private WriterAmongReaders() {
	}

	static void print(int rounds) throws Exception {
		List<Round> ours = new ArrayList<>();
		List<Round> redisson = new ArrayList<>();
		for (int round = 0; round < rounds; round++) {
			ours.add(measure(WriterAmongReaders::ours));
			redisson.add(measure(WriterAmongReaders::redisson));
		}
		System.out.printf("%n### A writer among %d readers that read without a break%n%n", READERS);
		System.out.println("| candidate | reads/s (median) | writes/s (median) | writer's wait p50 (ms, median)"
				+ " | longest (ms; it gives up after %d s) |".formatted(MOST_SECONDS));
		System.out.println("|---|---|---|---|---|");
		print("redis components", ours);
		print("redisson rreadwritelock", redisson);
	}

	private static void print(String candidate, List<Round> rounds) {
		System.out.printf(Locale.ROOT, "| %s | %,.0f | %,.1f | %.1f | %.0f |%n", candidate,
				Waits.median(rounds, (round) -> round.reads() / round.seconds()),
				Waits.median(rounds, (round) -> round.writer().count() / round.seconds()),
				Waits.median(rounds, (round) -> round.writer().p50()),
				Waits.longest(rounds, (round) -> round.writer().longest()));
	}

	private static Round measure(Opening opening) throws Exception {
		ExecutorService executor = Executors.newCachedThreadPool();
		List<Sides> processes = new ArrayList<>();
		AtomicBoolean over = new AtomicBoolean();
		try (RedisServer server = RedisServer.start()) {
			for (int i = 0; i <= READERS; i++) {
				processes.add(opening.open(server.uri()));
			}
			long start = System.nanoTime();
			List<Future<Integer>> readers = processes.stream()
				.skip(1)
				.map((process) -> executor.submit(reading(process.read(), over::get)))
				.toList();
			Waits writer = write(processes.get(0).write(), start + TimeUnit.SECONDS.toNanos(Contention.SECONDS));
			double seconds = (System.nanoTime() - start) / 1e9;
			over.set(true);
			long reads = 0;
			for (Future<Integer> reader : readers) {
				reads += reader.get();
			}
			return new Round(reads, writer, seconds);
		}
		finally {
			over.set(true);
			executor.shutdownNow();
			processes.forEach((process) -> process.close().run());
		}
	}

	private static Callable<Integer> reading(Lock lock, Supplier<Boolean> over) {
		return () -> {
			int reads = 0;
			while (!over.get()) {
				lock.lock();
				TimeUnit.MILLISECONDS.sleep(READING_MILLIS);
				lock.unlock();
				reads++;
			}
			return reads;
		};
	}

	private static Waits write(Lock lock, long deadline) throws InterruptedException {
		List<Long> waits = new ArrayList<>();
		do {
			TimeUnit.MILLISECONDS.sleep(RESTING_MILLIS);
			long asked = System.nanoTime();
			boolean written = lock.tryLock(MOST_SECONDS, TimeUnit.SECONDS);
			waits.add(System.nanoTime() - asked);
			if (written) {
				lock.unlock();
			}
		}
		while (System.nanoTime() - deadline < 0);
		return Waits.of(waits.stream().mapToLong(Long::longValue).toArray());
	}

	private static Sides ours(String uri) {
		OurProcess process = new OurProcess(uri);
		DistributedLock locks = LettuceLocks.create(process.port, process.keys,
				new LiveSettings<>(LockSettings.defaults()), process.background);
		NamedReadWriteLock lock = locks.readWrite("shared");
		return new Sides(lock.read().asLock(), lock.write().asLock(), () -> {
			locks.close();
			process.close();
		});
	}

	private static Sides redisson(String uri) {
		RedissonClient client = RedissonContender.client(uri, Library.LEASE);
		ReadWriteLock lock = client.getReadWriteLock("shared");
		return new Sides(lock.readLock(), lock.writeLock(), client::shutdown);
	}

	/** How a process is opened. */
	private interface Opening {

		Sides open(String uri);

	}

	/**
	 * The read-write lock of a process.
	 *
	 * @param read one side
	 * @param write the other
	 * @param close closes the process
	 */
	private record Sides(Lock read, Lock write, Runnable close) {
	}

	/**
	 * What came of one round.
	 *
	 * @param reads of all readers
	 * @param writer how long the writer waited each time
	 * @param seconds how long it took
	 */
	private record Round(long reads, Waits writer, double seconds) {
	}

}
