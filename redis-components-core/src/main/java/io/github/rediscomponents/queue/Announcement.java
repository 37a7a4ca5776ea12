package io.github.rediscomponents.queue;

import org.jspecify.annotations.Nullable;

/**
 * What the scripts of delay queues publish:
 * {@code <microseconds to the next due time>:<who promoted>:<queue>}.
 *
 * @param micros how long until the first task is due; -1 if none waits, null if nothing
 * is said about it
 * @param promoter who has just promoted; empty if nobody has, {@code -} if somebody
 * resigns
 * @param queue the key of the queue's stream
 */
record Announcement(@Nullable Long micros, String promoter, String queue) {

	private static final String NOBODY = "-";

	/** Null for what is not one. */
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
		return ":" + NOBODY + ":" + queue;
	}

	boolean isResignation() {
		return this.promoter.equals(NOBODY);
	}

}
