// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.test.RedisServer;

/**
 * What ten messages on which the handler always fails cost the others.
 */
final class QueuePoison {

	private static final int POISON = 10;

	private static final long PATIENCE_MILLIS = 15_000;

	/** A container that has stopped is not waited for any longer than this. */
	private static final long STOPPED_MILLIS = 3_000;

	private QueuePoison() {
	}

	static void print(int rounds) throws Exception {
		Map<QueueCandidate, List<Result>> results = new EnumMap<>(QueueCandidate.class);
		List<QueueCandidate> order = new ArrayList<>(Arrays.asList(QueueCandidate.values()));
		try (RedisServer server = RedisServer.start()) {
			for (int round = 0; round < rounds; round++) {
				for (QueueCandidate candidate : order) {
					results.computeIfAbsent(candidate, (key) -> new ArrayList<>()).add(run(server, candidate));
				}
				Collections.rotate(order, 1);
			}
		}
		System.out.printf("%n### %d poison messages among others, at most 3 attempts%n%n", POISON);
		System.out
			.println("| candidate | messages | handled/s without poison (median) | with (median) | with : without |"
					+ " of the others handled | dead letters, each round |");
		System.out.println("|---|---|---|---|---|---|---|");
		results.forEach((candidate, all) -> System.out.printf(Locale.ROOT,
				"| %s | %,d | %,.0f | %,.0f | %.2f | %s | %s |%n", candidate.label(), candidate.many(),
				Waits.median(all, Result::clean), Waits.median(all, Result::poisoned),
				Waits.median(all, (one) -> one.poisoned() / one.clean()), handled(candidate, all), dead(all)));
	}

	private static String handled(QueueCandidate candidate, List<Result> all) {
		long least = all.stream().mapToLong(Result::others).min().orElseThrow();
		int expected = candidate.many() - POISON;
		return (least >= expected) ? "all" : String.format(Locale.ROOT, "%,d, then no more", least);
	}

	private static String dead(List<Result> all) {
		return String.join(", ",
				all.stream().map((one) -> one.dead().isPresent() ? "" + one.dead().getAsLong() : "none kept").toList());
	}

	private static Result run(RedisServer server, QueueCandidate candidate) throws Exception {
		int messages = candidate.many();
		server.flushAll();
		Tally others = new Tally();
		try (QueueContender contender = candidate.open(server.uri(), (body) -> handle(body, others))) {
			speed(contender, others, messages / 5, false);
			double clean = speed(contender, others, messages, false);
			double poisoned = speed(contender, others, messages, true);
			long handled = others.count();
			return new Result(clean, poisoned, handled, dead(contender, handled == messages - POISON));
		}
	}

	private static void handle(String body, Tally others) {
		if (body.startsWith("poison")) {
			throw new PoisonException();
		}
		others.add();
	}

	private static double speed(QueueContender contender, Tally others, int messages, boolean poison)
			throws InterruptedException {
		others.reset();
		List<String> bodies = IntStream.range(0, messages)
			.mapToObj((i) -> ((poison && i % (messages / POISON) == messages / POISON / 2) ? "poison" : "message") + i)
			.toList();
		long start = System.nanoTime();
		for (int i = 0; i < messages; i += 100) {
			contender.sendAll(bodies.subList(i, Math.min(messages, i + 100)));
		}
		long expected = messages - (poison ? POISON : 0);
		long before;
		do {
			before = others.count();
		}
		while (!others.await(expected, STOPPED_MILLIS) && others.count() > before);
		return others.perSecond(start);
	}

	private static OptionalLong dead(QueueContender contender, boolean runs) throws InterruptedException {
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
		OptionalLong dead = contender.deadLetters();
		while (runs && dead.isPresent() && dead.getAsLong() < POISON && System.nanoTime() - deadline < 0) {
			TimeUnit.MILLISECONDS.sleep(20);
			dead = contender.deadLetters();
		}
		return dead;
	}

	/**
	 * Of one round.
	 *
	 * @param clean messages a second without poison
	 * @param poisoned other messages a second with poison
	 * @param others how many others were handled
	 * @param dead how many were given up and kept
	 */
	private record Result(double clean, double poisoned, long others, OptionalLong dead) {
	}

}
