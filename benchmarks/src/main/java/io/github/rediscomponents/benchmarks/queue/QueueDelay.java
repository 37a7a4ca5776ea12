// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.test.RedisServer;

/**
 * How late messages come whose time has come, one now and then: from their due time to
 * their handler. The libraries wait side by side, each on a server of its own.
 */
final class QueueDelay {

	private static final int TIMES = 30;

	private static final int PAUSE_MILLIS = 300;

	private static final int PATIENCE_MILLIS = 10_000;

	private QueueDelay() {
	}

	static void print(int rounds) throws Exception {
		Map<DelayCandidate, List<Lateness>> results = new EnumMap<>(DelayCandidate.class);
		ExecutorService executor = Executors.newCachedThreadPool();
		try {
			for (int round = 0; round < rounds; round++) {
				Map<DelayCandidate, Future<Lateness>> running = new EnumMap<>(DelayCandidate.class);
				for (DelayCandidate candidate : DelayCandidate.values()) {
					running.put(candidate, executor.submit(() -> run(candidate)));
				}
				for (DelayCandidate candidate : DelayCandidate.values()) {
					results.computeIfAbsent(candidate, (key) -> new ArrayList<>()).add(running.get(candidate).get());
				}
			}
		}
		finally {
			executor.shutdownNow();
		}
		System.out.printf("%n### %d messages, one each %d ms, due after 150 to 250 ms%n%n", TIMES * rounds,
				PAUSE_MILLIS);
		System.out.println(
				"| candidate | late p50 (ms) | p99 (ms) | longest (ms) | came early | moving scripts per message |");
		System.out.println("|---|---|---|---|---|---|");
		results.forEach((candidate, all) -> {
			Waits late = Waits.of(all.stream().map(Lateness::nanos).toList());
			System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f | %.1f | %d | %.2f |%n", candidate.label(), late.p50(),
					late.p99(), late.longest(), all.stream().mapToLong(Lateness::early).sum(),
					Waits.median(all, Lateness::scripts));
		});
	}

	private static Lateness run(DelayCandidate candidate) throws Exception {
		Queue<Long> late = new ConcurrentLinkedQueue<>();
		Tally tally = new Tally();
		SplittableRandom random = new SplittableRandom(42);
		try (RedisServer server = RedisServer.start();
				DelayContender contender = candidate.open(server.uri(), (body) -> {
					late.add(System.nanoTime() - Long.parseLong(body));
					tally.add();
				})) {
			for (int i = 0; i < 3; i++) {
				schedule(contender, 200);
			}
			await(tally, 3);
			late.clear();
			tally.reset();
			long before = contender.promotions(server.commandCalls());
			for (int i = 0; i < TIMES; i++) {
				schedule(contender, random.nextLong(150, 250));
				TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
			}
			await(tally, TIMES);
			double scripts = (contender.promotions(server.commandCalls()) - before) / (double) TIMES;
			// One millisecond for the rounding of two clocks.
			long early = late.stream().filter((nanos) -> nanos < -1_000_000).count();
			return new Lateness(late.stream().mapToLong(Long::longValue).toArray(), early, scripts);
		}
	}

	/** The body is when it is due, counted from before it is sent. */
	private static void schedule(DelayContender contender, long millis) {
		long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		contender.schedule(String.valueOf(due), millis);
	}

	private static void await(Tally tally, int expected) throws InterruptedException {
		if (!tally.await(expected, PATIENCE_MILLIS)) {
			throw new IllegalStateException("Handled " + tally.count() + " of " + expected);
		}
	}

	/**
	 * Of one round.
	 *
	 * @param nanos how late each was
	 * @param early how many came before their time
	 * @param scripts that moved what was due, for each message
	 */
	private record Lateness(long[] nanos, long early, double scripts) {
	}

}
