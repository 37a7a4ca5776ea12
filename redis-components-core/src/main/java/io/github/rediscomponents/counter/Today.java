// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * Which day it is by the server's clock. A script has no time zones, so this process
 * sends the day that it estimates together with the day's first and last moment. The
 * script rejects the call when the server's time lies outside. The call is then repeated
 * with the difference of the clocks, which is kept for later calls, at the cost of one
 * more round trip.
 */
final class Today {

	/** First element of a reply: the day is another; the second is the server's time. */
	static final int OTHER_DAY = -1;

	/** First element of a reply: the data of the day has expired. */
	static final int EXPIRED = -2;

	private static final int ATTEMPTS = 5;

	private final Clock clock;

	private volatile long ahead;

	Today(Clock clock) {
		this.clock = clock;
	}

	<T> T ask(ZoneId zone, Function<DayBounds, List<Object>> script, Reply<T> reading) {
		for (int i = 0; i < ATTEMPTS; i++) {
			Instant now = Instant.ofEpochMilli(this.clock.millis() + this.ahead);
			DayBounds today = DayBounds.of(now.atZone(zone).toLocalDate(), zone);
			List<Object> reply = script.apply(today);
			if (Utf8.number(reply.get(0)) != OTHER_DAY) {
				return reading.read(today, reply);
			}
			this.ahead = Utf8.number(reply.get(1)) - this.clock.millis();
		}
		throw new IllegalStateException("The server's clock was on another day " + ATTEMPTS + " times in a row");
	}

	/** Refuses a day for which a script did nothing. */
	static void check(LocalDate day, List<Object> reply) {
		long result = Utf8.number(reply.get(0));
		Checks.isTrue(result != OTHER_DAY, "day must not be in the future, was " + day);
		Checks.isTrue(result != EXPIRED, "day must be one that is still kept, was " + day);
	}

	/** Reads the reply for the day that it turned out to be. */
	interface Reply<T> {

		T read(DayBounds today, List<Object> reply);

	}

}
