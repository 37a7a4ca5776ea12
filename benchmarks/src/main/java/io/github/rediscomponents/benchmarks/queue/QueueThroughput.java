// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import io.github.rediscomponents.benchmarks.Report;
import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

/**
 * Messages a second through a queue: producers at full speed, handlers that do nothing at
 * the same time, until the last message was handled.
 */
final class QueueThroughput {

	private static final int BATCH = 100;

	/** How long producers run, and how long the handlers have afterwards. */
	private static final int MILLIS = Integer.getInteger("bench.queue.millis", 900);

	private static final String BODY = "x".repeat(100);

	private QueueThroughput() {
	}

	static void print(int rounds) throws Exception {
		print("1 producer, one message at a time", 1, 1, Duration.ZERO, rounds);
		print("8 producers, one message at a time", 8, 1, Duration.ZERO, rounds);
		print("1 producer, " + BATCH + " messages at a time", 1, BATCH, Duration.ZERO, rounds);
	}

	/** The same when each round trip takes a millisecond longer. */
	static void printDistant(int rounds) throws Exception {
		Duration oneWay = Duration.ofNanos(500_000);
		print("8 producers, one message at a time, Redis 1 ms away", 8, 1, oneWay, rounds);
		print("1 producer, " + BATCH + " messages at a time, Redis 1 ms away", 1, BATCH, oneWay, rounds);
	}

	private static void print(String title, int producers, int batch, Duration oneWay, int rounds) throws Exception {
		List<QueueCandidate> order = new ArrayList<>(Arrays.stream(QueueCandidate.values())
			.filter((candidate) -> batch == 1 || candidate.batches())
			.toList());
		Map<QueueCandidate, List<Speed>> results = new EnumMap<>(QueueCandidate.class);
		try (RedisServer server = RedisServer.start(); RedisProxy proxy = RedisProxy.to(server)) {
			proxy.delay(oneWay);
			String uri = oneWay.isZero() ? server.uri() : proxy.uri();
			for (QueueCandidate candidate : order) {
				run(server, uri, candidate, producers, batch, MILLIS / 3);
			}
			for (int round = 0; round < rounds; round++) {
				for (QueueCandidate candidate : order) {
					results.computeIfAbsent(candidate, (key) -> new ArrayList<>())
						.add(run(server, uri, candidate, producers, batch, MILLIS));
				}
				Collections.rotate(order, 1);
			}
		}
		System.out.printf("%n### Messages of 100 bytes: %s, 8 handlers%n%n", title);
		System.out.println("| candidate | sent/s (median) | handled/s (median) | TaskQueue is faster by (handled) |");
		System.out.println("|---|---|---|---|");
		List<Speed> ours = results.get(QueueCandidate.TASK_QUEUE);
		results.forEach((candidate, theirs) -> System.out.printf(Locale.ROOT, "| %s | %,.0f | %,.0f | %s |%n",
				candidate.label(), Waits.median(theirs, Speed::sent), Waits.median(theirs, Speed::handled),
				(theirs == ours) ? "" : ratio(ours, theirs, Speed::handled)));
	}

	static <T> String ratio(List<T> ours, List<T> theirs, ToDoubleFunction<T> value) {
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < ours.size(); round++) {
			ratios.add(value.applyAsDouble(ours.get(round)) / value.applyAsDouble(theirs.get(round)));
		}
		return String.format(Locale.ROOT, "%.2f x", Report.median(ratios));
	}

	private static Speed run(RedisServer server, String uri, QueueCandidate candidate, int producers, int batch,
			int millis) throws Exception {
		server.flushAll();
		Tally tally = new Tally();
		try (QueueContender contender = candidate.open(uri, (body) -> tally.add())) {
			produce(contender, producers, batch, millis / 3);
			tally.awaitQuiet(millis);
			tally.reset();
			long start = System.nanoTime();
			long sent = produce(contender, producers, batch, millis);
			double producing = (System.nanoTime() - start) / 1e9;
			tally.await(sent, millis);
			return new Speed(sent / producing, tally.perSecond(start));
		}
	}

	private static long produce(QueueContender contender, int producers, int batch, int millis) throws Exception {
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		List<String> bodies = Collections.nCopies(batch, BODY);
		ExecutorService executor = Executors.newFixedThreadPool(producers);
		try {
			List<Future<Long>> results = executor.invokeAll(Collections.nCopies(producers, (Callable<Long>) () -> {
				long sent = 0;
				while (System.nanoTime() - deadline < 0) {
					if (batch == 1) {
						contender.send(BODY);
					}
					else {
						contender.sendAll(bodies);
					}
					sent += batch;
				}
				return sent;
			}));
			long sent = 0;
			for (Future<Long> result : results) {
				sent += result.get();
			}
			return sent;
		}
		finally {
			executor.shutdown();
		}
	}

	/**
	 * How fast it was, in messages a second.
	 *
	 * @param sent while producers ran
	 * @param handled until the last message
	 */
	private record Speed(double sent, double handled) {
	}

}
