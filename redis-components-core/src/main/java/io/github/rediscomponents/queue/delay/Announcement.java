// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import org.jspecify.annotations.Nullable;

/**
 * The message that scripts of delay queues publish:
 * {@code <microseconds to the next due time>:<the promoter>:<queue>}.
 *
 * @param micros how long until the first task is due; -1 if none waits, null if
 * unspecified
 * @param promoter the process that has just promoted; empty if none has, {@code -} if one
 * resigns
 * @param queue the key of the queue's stream
 */
record Announcement(@Nullable Long micros, String promoter, String queue) {

	private static final String NONE = "-";

	/** Returns null for another text. */
	static @Nullable Announcement parse(String message) {
		String[] parts = message.split(":", 3);
		if (parts.length < 3) {
			return null;
		}
		try {
			return new Announcement(parts[0].isEmpty() ? null : Long.valueOf(parts[0]), parts[1], parts[2]);
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	static String resignation(String queue) {
		return ":" + NONE + ":" + queue;
	}

	boolean isResignation() {
		return this.promoter.equals(NONE);
	}

}
