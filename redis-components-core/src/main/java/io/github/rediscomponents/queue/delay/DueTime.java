// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.time.Duration;
import java.time.Instant;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * When a task is due: so long after the server runs the script, or at an instant. In
 * whole milliseconds, rounded up, so that it is never early.
 *
 * @param relative whether it counts from then
 * @param millis how long, or since the epoch
 */
record DueTime(boolean relative, long millis) {

	static final Duration LONGEST = Duration.ofDays(36_525);

	static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

	private static final long NANOS = 1_000_000;

	static DueTime after(Duration delay) {
		Checks.between("delay", delay, Duration.ZERO, LONGEST);
		return new DueTime(true, ceil(delay.toMillis(), delay.getNano()));
	}

	static DueTime at(Instant due) {
		Checks.notNull("due", due);
		Checks.isTrue(!due.isAfter(LATEST), "due must not be after " + LATEST + ", was " + due);
		return new DueTime(false, due.isBefore(Instant.EPOCH) ? 0 : ceil(due.toEpochMilli(), due.getNano()));
	}

	private static long ceil(long millis, int nano) {
		return (nano % NANOS != 0) ? millis + 1 : millis;
	}

	/** The argument of the queue's scripts that selects the base. */
	byte[] base() {
		return Utf8.bytes(this.relative ? "+" : "=");
	}

}
