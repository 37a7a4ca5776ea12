// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.benchmarks.lock.Contender.Turn;
import io.github.rediscomponents.test.RedisServer;

/**
 * How long it takes from giving something back in one process to having it in another
 * that waits.
 */
final class WakeUps {

	private static final int TIMES = 300;

	private WakeUps() {
	}

	static void print(int rounds) throws Exception {
		Map<Library, List<Waits>> results = new EnumMap<>(Library.class);
		try (RedisServer server = RedisServer.start()) {
			for (int round = 0; round < rounds; round++) {
				for (Library library : Library.values()) {
					results.computeIfAbsent(library, (key) -> new ArrayList<>()).add(measure(server, library));
				}
			}
		}
		System.out.printf("%n### From giving back to having, 2 processes%n%n");
		System.out.println("| candidate | p50 (ms, median) | p99 (ms, median) | longest (ms) |");
		System.out.println("|---|---|---|---|");
		results
			.forEach((library, all) -> System.out.printf(Locale.ROOT, "| %s | %.2f | %.2f | %.0f |%n", library.label(),
					Waits.median(all, Waits::p50), Waits.median(all, Waits::p99), Waits.longest(all, Waits::longest)));
	}

	private static Waits measure(RedisServer server, Library library) throws Exception {
		ExecutorService executor = Executors.newSingleThreadExecutor();
		try (Contender one = library.open(server); Contender other = library.open(server)) {
			Turn holder = one.turn(library.name(), 1);
			Turn waiter = other.turn(library.name(), 1);
			long[] latencies = new long[TIMES];
			for (int i = -TIMES / 3; i < TIMES; i++) {
				CountDownLatch asks = new CountDownLatch(1);
				holder.take();
				Future<Long> taken = executor.submit(() -> {
					asks.countDown();
					waiter.take();
					long now = System.nanoTime();
					waiter.giveBack();
					return now;
				});
				asks.await();
				// Long enough to have subscribed and to sleep.
				TimeUnit.MILLISECONDS.sleep(8);
				long given = System.nanoTime();
				holder.giveBack();
				long latency = taken.get() - given;
				if (i >= 0) {
					latencies[i] = latency;
				}
			}
			return Waits.of(latencies);
		}
		finally {
			executor.shutdownNow();
		}
	}

}
