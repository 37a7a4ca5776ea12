// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

/**
 * Queues, delays, topics and chats side by side. All libraries run in one JVM, one after
 * the other, in another order each round.
 */
public final class Messaging {

	private Messaging() {
	}

	/**
	 * Runs all of it, or a part by its own name.
	 * @param include a regular expression
	 * @param rounds how often
	 */
	public static void print(String include, int rounds) throws Exception {
		if (wanted(include, QueueThroughput.class)) {
			QueueThroughput.print(rounds);
		}
		if (wanted("DistantThroughput", include)) {
			QueueThroughput.printDistant(rounds);
		}
		if (wanted(include, QueueCommands.class)) {
			QueueCommands.print();
		}
		if (wanted(include, QueuePoison.class)) {
			QueuePoison.print(rounds);
		}
		if (wanted(include, QueueRestart.class)) {
			QueueRestart.print(rounds);
		}
		if (wanted(include, QueueDelay.class)) {
			QueueDelay.print(rounds);
		}
		if (wanted(include, QueueDueAtOnce.class)) {
			QueueDueAtOnce.print();
		}
		if (wanted(include, TopicSpeed.class)) {
			TopicSpeed.print(rounds);
		}
		if (wanted(include, ChatSpeed.class)) {
			ChatSpeed.print(rounds);
		}
	}

	private static boolean wanted(String include, Class<?> part) {
		return wanted(part.getSimpleName(), include);
	}

	private static boolean wanted(String part, String include) {
		String pattern = ".*" + include + ".*";
		return "Messaging".matches(pattern) || part.matches(pattern);
	}

}
