// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.benchmarks.Report;
import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.benchmarks.lock.Contender.Turn;
import io.github.rediscomponents.test.RedisServer;

/**
 * Many contenders with an empty critical section: how often the lock changes hands, how
 * long one waits, what goes over the wire. A semaphore has three permits.
 */
final class Throughput {

	private static final int WARMUP = Integer.getInteger("bench.contention.warmup", 4000);

	private static final int PERMITS = 3;

	private static final List<String> FROM_THE_WIRE = List.of("evalsha", "eval", "subscribe", "unsubscribe",
			"ssubscribe", "sunsubscribe", "psubscribe");

	private Throughput() {
	}

	static void print(Library.Group group, int processes, int threads, int rounds) throws Exception {
		Map<Library, List<Round>> results = new EnumMap<>(Library.class);
		List<Library> order = new ArrayList<>(group.libraries());
		try (RedisServer server = RedisServer.start()) {
			for (int round = 0; round < rounds; round++) {
				for (Library library : order) {
					results.computeIfAbsent(library, (key) -> new ArrayList<>())
						.add(contend(server, library, processes, threads));
				}
				order.add(order.remove(0));
			}
		}
		System.out.printf("%n### %s, %s%n%n", group.title(),
				(processes > 1) ? processes + " processes with a thread each" : "1 process with 8 threads");
		System.out.println("| candidate | acquisitions/s (median) | redis-components is faster by | wait p50 / p99 (ms)"
				+ " | longest wait (ms) | scripts and subscriptions per acquisition |");
		System.out.println("|---|---|---|---|---|---|");
		List<Round> ours = results.get(group.libraries().get(0));
		results.forEach((library, theirs) -> System.out.printf(Locale.ROOT,
				"| %s | %,.0f | %s | %.2f / %.2f | %.0f | %.2f |%n", library.label(),
				Waits.median(theirs, Round::perSecond), (theirs == ours) ? "" : faster(ours, theirs),
				Waits.median(theirs, (round) -> round.waits().p50()),
				Waits.median(theirs, (round) -> round.waits().p99()),
				Waits.longest(theirs, (round) -> round.waits().longest()), Waits.median(theirs, Round::commands)));
	}

	private static String faster(List<Round> ours, List<Round> theirs) {
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < ours.size(); round++) {
			ratios.add(ours.get(round).perSecond() / theirs.get(round).perSecond());
		}
		return String.format(Locale.ROOT, "%.2f x", Report.median(ratios));
	}

	private static Round contend(RedisServer server, Library library, int processes, int threads) throws Exception {
		List<Contender> contenders = new ArrayList<>();
		ExecutorService executor = Executors.newCachedThreadPool();
		try {
			for (int i = 0; i < processes; i++) {
				contenders.add(library.open(server));
			}
			run(executor, contenders, library.name(), threads, WARMUP / processes / threads, Long.MAX_VALUE);
			Map<String, Long> before = server.commandCalls();
			long start = System.nanoTime();
			Waits waits = run(executor, contenders, library.name(), threads, Integer.MAX_VALUE,
					start + TimeUnit.SECONDS.toNanos(Contention.SECONDS));
			double seconds = (System.nanoTime() - start) / 1e9;
			Map<String, Long> after = server.commandCalls();
			long commands = FROM_THE_WIRE.stream()
				.mapToLong((name) -> after.getOrDefault(name, 0L) - before.getOrDefault(name, 0L))
				.sum();
			return new Round(waits.count() / seconds, waits, commands / (double) waits.count());
		}
		finally {
			executor.shutdownNow();
			contenders.forEach(Contender::close);
		}
	}

	private static Waits run(ExecutorService executor, List<Contender> contenders, String name, int threads, int times,
			long deadline) throws Exception {
		List<Callable<long[]>> tasks = new ArrayList<>();
		for (Contender contender : contenders) {
			for (int i = 0; i < threads; i++) {
				Turn turn = contender.turn(name, PERMITS);
				tasks.add(() -> contend(turn, times, deadline));
			}
		}
		List<long[]> waits = new ArrayList<>();
		for (Future<long[]> result : executor.invokeAll(tasks)) {
			waits.add(result.get());
		}
		return Waits.of(waits);
	}

	private static long[] contend(Turn turn, int times, long deadline) throws InterruptedException {
		long[] waits = new long[1024];
		int done = 0;
		while (done < times && (deadline == Long.MAX_VALUE || System.nanoTime() - deadline < 0)) {
			long asked = System.nanoTime();
			turn.take();
			long waited = System.nanoTime() - asked;
			turn.giveBack();
			if (done == waits.length) {
				waits = Arrays.copyOf(waits, done * 2);
			}
			waits[done++] = waited;
		}
		return Arrays.copyOf(waits, done);
	}

	/**
	 * What came of one library in one round.
	 *
	 * @param perSecond acquisitions per second
	 * @param waits how long each took
	 * @param commands sent for each acquisition
	 */
	private record Round(double perSecond, Waits waits, double commands) {
	}

}
