// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.Report;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Sessions of users who have five each: begun, read and kept alive as each request does,
 * found by user, and all of a user ended. All candidates run in one JVM on one server,
 * one after the other, in another order each round.
 */
public final class SessionSpeed {

	private static final int USERS = 400;

	private static final int EACH = 5;

	private static final int CALLS = 8000;

	private static final List<String> OPERATIONS = List.of("create", "read and touch", "find by user", "revoke all 5");

	private SessionSpeed() {
	}

	public static void print(int rounds) throws InterruptedException {
		for (int threads : new int[] { 1, 8 }) {
			Map<String, List<Double>> scores = new LinkedHashMap<>();
			List<String> names = new ArrayList<>();
			// One more to warm up.
			for (int round = -1; round < rounds; round++) {
				try (BenchRedis redis = new BenchRedis()) {
					LettuceConnectionFactory factory = redis.factory();
					List<SessionContender> contenders = new ArrayList<>(
							List.of(new OurSessions("redis-components", redis.port, 0.5),
									new OurSessions("redis-components, renewed with each touch", redis.port, 1),
									SpringSessionContender.plain(factory), SpringSessionContender.indexed(factory)));
					if (round < 0) {
						contenders.forEach((contender) -> names.add(contender.name()));
					}
					Collections.rotate(contenders, round);
					for (SessionContender contender : contenders) {
						Map<String, Double> measured = measure(contender, threads);
						if (round >= 0) {
							measured.forEach((operation, score) -> scores
								.computeIfAbsent(operation + contender.name(), (key) -> new ArrayList<>())
								.add(score));
						}
					}
				}
			}
			print(threads, names, scores);
		}
	}

	private static Map<String, Double> measure(SessionContender contender, int threads) throws InterruptedException {
		Map<String, Double> measured = new LinkedHashMap<>();
		String[] tokens = new String[USERS * EACH];
		measured.put("create",
				perSecond(threads, tokens.length, (i) -> tokens[i] = contender.create("user" + i % USERS)));
		measured.put("read and touch", perSecond(threads, CALLS, (i) -> contender.touch(tokens[i % tokens.length])));
		if (contender.hasIndex()) {
			measured.put("find by user", perSecond(threads, CALLS / 4, (i) -> {
				if (contender.find("user" + i % USERS) != EACH) {
					throw new IllegalStateException(contender.name() + " lost a session");
				}
			}));
		}
		List<List<String>> ofUsers = new ArrayList<>();
		for (int user = 0; user < USERS; user++) {
			List<String> own = new ArrayList<>();
			for (int i = user; i < tokens.length; i += USERS) {
				own.add(tokens[i]);
			}
			ofUsers.add(own);
		}
		measured.put("revoke all 5", perSecond(threads, USERS, (i) -> contender.revokeAll("user" + i, ofUsers.get(i))));
		return measured;
	}

	/** Each number once, spread over the threads. */
	private static double perSecond(int threads, int calls, IntConsumer call) throws InterruptedException {
		CountDownLatch done = new CountDownLatch(threads);
		List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
		long start = System.nanoTime();
		for (int t = 0; t < threads; t++) {
			int first = t;
			Thread thread = new Thread(() -> {
				try {
					for (int i = first; i < calls; i += threads) {
						call.accept(i);
					}
				}
				catch (RuntimeException ex) {
					failures.add(ex);
				}
				finally {
					done.countDown();
				}
			});
			thread.start();
		}
		done.await();
		if (!failures.isEmpty()) {
			throw new IllegalStateException(failures.get(0));
		}
		return calls / ((System.nanoTime() - start) / 1e9);
	}

	private static void print(int threads, List<String> names, Map<String, List<Double>> scores) {
		System.out.printf("%n### Sessions, %d users with %d each, %d thread%s%n%n", USERS, EACH, threads,
				(threads == 1) ? "" : "s");
		System.out.println("| operation | candidate | operations/s (median) | redis-components is faster by |");
		System.out.println("|---|---|---|---|");
		for (String operation : OPERATIONS) {
			List<Double> ours = scores.getOrDefault(operation + names.get(0), List.of());
			for (String name : names) {
				List<Double> theirs = scores.getOrDefault(operation + name, List.of());
				if (!theirs.isEmpty()) {
					System.out.printf(Locale.ROOT, "| %s | %s | %,.0f | %s |%n", operation, name, Report.median(theirs),
							name.startsWith("redis-components") ? ""
									: String.format(Locale.ROOT, "%.2f x", Report.medianRatio(ours, theirs)));
				}
			}
		}
	}

}
