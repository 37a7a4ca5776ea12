// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;

import io.github.rediscomponents.benchmarks.CommandCounts;
import io.github.rediscomponents.test.RedisServer;

/**
 * What a message costs in the server: commands (those inside of scripts too) and new
 * connections, when messages come one by one and when a hundred are sent at a time.
 */
final class QueueCommands {

	private static final int ONE_BY_ONE = 40;

	private static final long PATIENCE_MILLIS = 30_000;

	private QueueCommands() {
	}

	static void print() throws Exception {
		System.out.printf("%n### A message, from sending to acknowledgement (INFO commandstats)%n%n");
		System.out.println(
				"| candidate | commands, one by one | commands, 100 at a time | new connections, one by one / 100 at a time |"
						+ " executed in Redis, one by one |");
		System.out.println("|---|---|---|---|---|");
		try (RedisServer server = RedisServer.start()) {
			for (QueueCandidate candidate : QueueCandidate.values()) {
				server.flushAll();
				print(server, candidate);
			}
		}
	}

	private static void print(RedisServer server, QueueCandidate candidate) throws Exception {
		Tally tally = new Tally();
		int many = Math.min(1000, candidate.many());
		try (QueueContender contender = candidate.open(server.uri(), (body) -> tally.add())) {
			cost(server, contender, tally, 10, true);
			Cost single = cost(server, contender, tally, ONE_BY_ONE, true);
			cost(server, contender, tally, many / 2, false);
			Cost batched = cost(server, contender, tally, many, false);
			System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f | %.2f / %.2f | %s |%n", candidate.label(),
					single.total(), batched.total(), single.connections(), batched.connections(),
					CommandCounts.text(single.commands()));
		}
	}

	private static Cost cost(RedisServer server, QueueContender contender, Tally tally, int times, boolean oneByOne)
			throws InterruptedException {
		tally.awaitQuiet(PATIENCE_MILLIS);
		tally.reset();
		Map<String, Long> before = server.commandCalls();
		// The next look is a connection itself.
		long connections = connections(server) + 1;
		int size = oneByOne ? 1 : 100;
		for (int i = size; i <= times; i += size) {
			if (oneByOne) {
				contender.send("message");
				await(tally, i);
			}
			else {
				contender.sendAll(Collections.nCopies(size, "message"));
			}
		}
		await(tally, times);
		// What acknowledges the last ones.
		tally.awaitQuiet(PATIENCE_MILLIS);
		long opened = connections(server) - connections;
		return new Cost(CommandCounts.perOperation(before, server.commandCalls(), times), opened / (double) times);
	}

	private static void await(Tally tally, long expected) throws InterruptedException {
		if (!tally.await(expected, PATIENCE_MILLIS)) {
			throw new IllegalStateException("Handled " + tally.count() + " of " + expected);
		}
	}

	private static long connections(RedisServer server) {
		return String.valueOf(server.command("INFO", "stats"))
			.lines()
			.filter((line) -> line.startsWith("total_connections_received:"))
			.mapToLong((line) -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
			.sum();
	}

	/**
	 * Of one message.
	 *
	 * @param commands by name
	 * @param connections that were opened
	 */
	private record Cost(Map<String, Double> commands, double connections) {

		double total() {
			return this.commands.values().stream().mapToDouble(Double::doubleValue).sum();
		}

	}

}
