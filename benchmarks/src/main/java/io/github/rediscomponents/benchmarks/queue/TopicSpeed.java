// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.benchmarks.Report;
import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.test.RedisServer;

/**
 * From publishing to the handler: how long it takes for one message, and how many a
 * second come through from four publishers.
 */
final class TopicSpeed {

	private static final int ONE_BY_ONE = 2000;

	private static final int PUBLISHERS = 4;

	private static final int MILLIS = Integer.getInteger("bench.queue.millis", 900);

	private static final String BODY = "x".repeat(100);

	private TopicSpeed() {
	}

	static void print(int rounds) throws Exception {
		Map<TopicCandidate, List<Waits>> latencies = new EnumMap<>(TopicCandidate.class);
		Map<TopicCandidate, List<Double>> speeds = new EnumMap<>(TopicCandidate.class);
		List<TopicCandidate> order = new ArrayList<>(Arrays.asList(TopicCandidate.values()));
		try (RedisServer server = RedisServer.start()) {
			for (int round = 0; round < rounds; round++) {
				for (TopicCandidate candidate : order) {
					latencies.computeIfAbsent(candidate, (key) -> new ArrayList<>()).add(latency(server, candidate));
					speeds.computeIfAbsent(candidate, (key) -> new ArrayList<>()).add(speed(server, candidate));
				}
				Collections.rotate(order, 1);
			}
		}
		System.out.printf("%n### Topic: from publishing to the handler%n%n");
		System.out.println("| candidate | p50 (ms, median) | p99 (ms, median) | longest (ms) |"
				+ " 4 publishers, handled/s (median) | Topic is faster by |");
		System.out.println("|---|---|---|---|---|---|");
		List<Double> ours = speeds.get(TopicCandidate.TOPIC);
		latencies.forEach((candidate, all) -> System.out.printf(Locale.ROOT,
				"| %s | %.2f | %.2f | %.0f | %,.0f | %s |%n", candidate.label(), Waits.median(all, Waits::p50),
				Waits.median(all, Waits::p99), Waits.longest(all, Waits::longest), Report.median(speeds.get(candidate)),
				(candidate == TopicCandidate.TOPIC) ? ""
						: QueueThroughput.ratio(ours, speeds.get(candidate), Double::doubleValue)));
	}

	private static Waits latency(RedisServer server, TopicCandidate candidate) throws Exception {
		BlockingQueue<Long> heard = new ArrayBlockingQueue<>(1000);
		try (TopicContender contender = candidate.open(server.uri(), (body) -> heard.offer(System.nanoTime()))) {
			awaitHeard(contender, heard);
			long[] nanos = new long[ONE_BY_ONE];
			for (int i = -ONE_BY_ONE / 2; i < ONE_BY_ONE; i++) {
				long start = System.nanoTime();
				contender.publish(BODY);
				Long at = heard.poll(10, TimeUnit.SECONDS);
				if (at == null) {
					throw new IllegalStateException("Lost");
				}
				if (i >= 0) {
					nanos[i] = at - start;
				}
			}
			return Waits.of(nanos);
		}
	}

	/**
	 * Publishes until one message is received, and then waits until nothing more comes.
	 */
	private static void awaitHeard(TopicContender contender, BlockingQueue<Long> heard) throws InterruptedException {
		do {
			contender.publish(BODY);
		}
		while (heard.poll(50, TimeUnit.MILLISECONDS) == null);
		while (heard.poll(200, TimeUnit.MILLISECONDS) != null) {
			Thread.onSpinWait();
		}
	}

	private static double speed(RedisServer server, TopicCandidate candidate) throws Exception {
		Tally tally = new Tally();
		ExecutorService executor = Executors.newFixedThreadPool(PUBLISHERS);
		try (TopicContender contender = candidate.open(server.uri(), (body) -> tally.add())) {
			while (!tally.await(1, 50)) {
				contender.publish(BODY);
			}
			publish(executor, contender, MILLIS / 3);
			tally.awaitQuiet(MILLIS);
			tally.reset();
			long start = System.nanoTime();
			tally.await(publish(executor, contender, MILLIS), MILLIS);
			return tally.perSecond(start);
		}
		finally {
			executor.shutdown();
		}
	}

	private static long publish(ExecutorService executor, TopicContender contender, int millis) throws Exception {
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		long published = 0;
		for (Future<Long> result : executor.invokeAll(Collections.nCopies(PUBLISHERS, (Callable<Long>) () -> {
			long sent = 0;
			for (; System.nanoTime() - deadline < 0; sent++) {
				contender.publish(BODY);
			}
			return sent;
		}))) {
			published += result.get();
		}
		return published;
	}

}
