// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.rediscomponents.test.RedisServer;

/**
 * How long it takes until many messages that are due at the same moment have left the set
 * in which they waited, and until all were handled.
 */
final class QueueDueAtOnce {

	private static final int MOST_SECONDS = 20;

	/** On a slow machine scheduling takes longer. */
	private static final int SLOWER = Integer.getInteger("bench.queue.slower", 1);

	private QueueDueAtOnce() {
	}

	static void print() throws Exception {
		System.out.printf("%n### Many messages due at the same moment, 8 handlers at work%n%n");
		System.out.println("| candidate | messages | seconds until all had been moved | until all were handled |"
				+ " moving scripts per message |");
		System.out.println("|---|---|---|---|---|");
		for (DelayCandidate candidate : DelayCandidate.values()) {
			try (RedisServer server = RedisServer.start()) {
				print(server, candidate);
			}
		}
	}

	private static void print(RedisServer server, DelayCandidate candidate) throws Exception {
		Tally tally = new Tally();
		int messages = candidate.many();
		int ahead = candidate.aheadMillis() * SLOWER;
		try (DelayContender contender = candidate.open(server.uri(), (body) -> tally.add())) {
			List<String> bodies = IntStream.range(0, messages).mapToObj((i) -> "message" + i).toList();
			long due = System.currentTimeMillis() + ahead;
			long dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ahead);
			contender.scheduleAll(bodies, due);
			long left = waiting(server, contender);
			if (left < messages) {
				throw new IllegalStateException(
						"Only " + left + " are still waiting when all are scheduled; set bench.queue.slower");
			}
			long before = contender.promotions(server.commandCalls());
			sleepUntil(dueNanos);
			long deadline = dueNanos + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
			while (left > 0 && System.nanoTime() - deadline < 0) {
				left = waiting(server, contender);
				TimeUnit.MILLISECONDS.sleep(10);
			}
			double moved = (System.nanoTime() - dueNanos) / 1e9;
			double scripts = (contender.promotions(server.commandCalls()) - before) / (double) (messages - left);
			tally.await(messages, Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
			double handled = (System.nanoTime() - dueNanos) / 1e9;
			System.out.printf(Locale.ROOT, "| %s | %,d | %s | %s | %.4f |%n", candidate.label(), messages,
					text(moved, messages - left, messages), text(handled, tally.count(), messages), scripts);
		}
	}

	private static String text(double seconds, long done, int messages) {
		return (done >= messages) ? String.format(Locale.ROOT, "%.2f", seconds)
				: String.format(Locale.ROOT, "%,d after %.0f", done, seconds);
	}

	private static void sleepUntil(long nanos) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
	}

	private static long waiting(RedisServer server, DelayContender contender) {
		return Long.parseLong(String.valueOf(server.command("ZCARD", contender.waitingKey())));
	}

}
