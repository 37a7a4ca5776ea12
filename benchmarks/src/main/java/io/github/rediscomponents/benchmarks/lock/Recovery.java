// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.rediscomponents.benchmarks.lock.Contender.Turn;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisServer;

/**
 * Measures how long a waiting acquisition continues to wait after the loss of a message,
 * the holder, or the waiter before it. The libraries wait side by side, each on a server
 * of its own.
 */
final class Recovery {

	static final String NAME = "recovery";

	private static final int MOST_SECONDS = 35;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** Long enough to have requested the lock, subscribed and fallen asleep. */
	private static final int ASLEEP_MILLIS = 1500;

	private static final Duration SHORT_LEASE = Duration.ofSeconds(3);

	private Recovery() {
	}

	static void print(int rounds) throws Exception {
		List<Library> all = Arrays.asList(Library.values());
		List<Library> leased = all.stream().filter((library) -> library != Library.REDISSON_RSEMAPHORE).toList();
		print("Given back while the message is destroyed (CLIENT KILL TYPE pubsub)", all, rounds,
				Recovery::messageDestroyed);
		print("Holder killed, lease of 3 s", leased, rounds, Recovery::holderKilled);
		print("First in the queue killed, then given back", Library.Group.FAIR_LOCK.libraries(), rounds,
				Recovery::firstKilled);
	}

	private static void print(String title, List<Library> libraries, int rounds, Experiment experiment)
			throws Exception {
		ExecutorService executor = Executors.newCachedThreadPool();
		List<List<OptionalDouble>> results = new ArrayList<>();
		try {
			for (int round = 0; round < rounds; round++) {
				List<Callable<OptionalDouble>> tasks = new ArrayList<>();
				libraries.forEach((library) -> tasks.add(() -> run(executor, library, experiment)));
				List<OptionalDouble> waits = new ArrayList<>();
				for (Future<OptionalDouble> result : executor.invokeAll(tasks)) {
					waits.add(result.get());
				}
				results.add(waits);
			}
		}
		finally {
			executor.shutdownNow();
		}
		System.out.printf("%n### %s: until the next one has it%n%n", title);
		System.out.println("| candidate | seconds, each round |");
		System.out.println("|---|---|");
		for (int i = 0; i < libraries.size(); i++) {
			int which = i;
			List<String> each = results.stream().map((waits) -> text(waits.get(which))).toList();
			System.out.println("| " + libraries.get(i).label() + " | " + String.join(", ", each) + " |");
		}
	}

	private static String text(OptionalDouble seconds) {
		return seconds.isPresent() ? String.format(Locale.ROOT, "%.2f", seconds.getAsDouble())
				: "more than " + MOST_SECONDS;
	}

	private static OptionalDouble run(ExecutorService executor, Library library, Experiment experiment)
			throws Exception {
		try (RedisServer server = RedisServer.start(); Contender contender = library.open(server)) {
			Turn waiter = contender.turn(NAME, 1);
			return experiment.run(server, library, () -> {
				Future<Long> taken = executor.submit(() -> {
					waiter.take();
					return System.nanoTime();
				});
				TimeUnit.MILLISECONDS.sleep(ASLEEP_MILLIS);
				return taken;
			});
		}
	}

	private static OptionalDouble messageDestroyed(RedisServer server, Library library, Waiter waiter)
			throws Exception {
		try (Contender contender = library.open(server)) {
			Turn holder = contender.turn(NAME, 1);
			holder.take();
			Future<Long> taken = waiter.start();
			server.command("CLIENT", "KILL", "TYPE", "pubsub");
			long lost = System.nanoTime();
			holder.giveBack();
			return await(taken, lost);
		}
	}

	private static OptionalDouble holderKilled(RedisServer server, Library library, Waiter waiter) throws Exception {
		try (ChildJvm holder = start(server, library, SHORT_LEASE)) {
			holder.awaitLine("holds"::equals, PATIENCE);
			Future<Long> taken = waiter.start();
			holder.kill();
			return await(taken, System.nanoTime());
		}
	}

	private static OptionalDouble firstKilled(RedisServer server, Library library, Waiter waiter) throws Exception {
		try (Contender contender = library.open(server)) {
			Turn holder = contender.turn(NAME, 1);
			holder.take();
			try (ChildJvm first = start(server, library, Library.LEASE)) {
				first.awaitLine("asks"::equals, PATIENCE);
				awaitSubscription(server);
				Future<Long> taken = waiter.start();
				first.kill();
				long lost = System.nanoTime();
				holder.giveBack();
				return await(taken, lost);
			}
		}
	}

	/** A subscriber, whatever the library, stands in the queue. */
	private static void awaitSubscription(RedisServer server) throws Exception {
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		while (List.of().equals(server.command("PUBSUB", "CHANNELS"))) {
			if (System.nanoTime() - deadline > 0) {
				throw new IllegalStateException("No acquisition waits");
			}
			TimeUnit.MILLISECONDS.sleep(20);
		}
	}

	private static ChildJvm start(RedisServer server, Library library, Duration lease) {
		return ChildJvm.start(HolderMain.class, library.name(), server.uri(), String.valueOf(lease.toMillis()));
	}

	private static OptionalDouble await(Future<Long> taken, long lost) throws Exception {
		try {
			return OptionalDouble.of((taken.get(MOST_SECONDS, TimeUnit.SECONDS) - lost) / 1e9);
		}
		catch (TimeoutException ex) {
			taken.cancel(true);
			return OptionalDouble.empty();
		}
	}

	/** What is lost. */
	private interface Experiment {

		OptionalDouble run(RedisServer server, Library library, Waiter waiter) throws Exception;

	}

	/** Starts a waiting acquisition. */
	private interface Waiter {

		/** Returns when it sleeps. */
		Future<Long> start() throws Exception;

	}

}
