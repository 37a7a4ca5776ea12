// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.benchmarks.lock.Contender.Turn;
import io.github.rediscomponents.test.RedisServer;

/**
 * One thread that takes a renewed lock again and again and holds it for five
 * milliseconds: what that costs after a while, and how many timers it leaves.
 */
final class RenewalCost {

	private static final int SECONDS = Integer.getInteger("bench.renewal.seconds", 30);

	private static final int HOLD_MILLIS = 5;

	private static final List<Library> RENEWED = List.of(Library.REDIS_COMPONENTS, Library.REDISSON_RLOCK,
			Library.REDIS_COMPONENTS_FAIR, Library.REDISSON_RFAIRLOCK);

	private RenewalCost() {
	}

	static void print() throws Exception {
		System.out.printf("%n### Renewed locks, held %d ms again and again for %d s%n%n", HOLD_MILLIS, SECONDS);
		System.out.println("| candidate | scripts per pair, first third | last third | pending timers at the end |");
		System.out.println("|---|---|---|---|");
		for (Library library : RENEWED) {
			try (RedisServer server = RedisServer.start(); Contender contender = library.open(server)) {
				Turn turn = contender.turn("renewed", 1);
				double first = scriptsPerPair(server, turn);
				scriptsPerPair(server, turn);
				double last = scriptsPerPair(server, turn);
				System.out.printf(Locale.ROOT, "| %s | %.2f | %.2f | %,d |%n", library.label(), first, last,
						contender.pendingTimers());
			}
		}
	}

	private static double scriptsPerPair(RedisServer server, Turn turn) throws InterruptedException {
		long before = scripts(server);
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS) / 3;
		int pairs = 0;
		while (System.nanoTime() - deadline < 0) {
			turn.take();
			TimeUnit.MILLISECONDS.sleep(HOLD_MILLIS);
			turn.giveBack();
			pairs++;
		}
		return (scripts(server) - before) / (double) pairs;
	}

	// Scripts only: the server counts what they run inside together with what is sent.
	private static long scripts(RedisServer server) {
		Map<String, Long> calls = server.commandCalls();
		return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
	}

}
