package io.github.rediscomponents.counter;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;

import io.github.rediscomponents.support.Utf8;

/**
 * Which day it is by the server's clock. A script cannot know zones, so this process says
 * which day it believes in and from when to when that lasts, and the script refuses when
 * the server's time lies outside. One more round trip then, and the difference of the
 * clocks is remembered.
 */
final class Today {

	/** First element of a reply: the day is another; the second is the server's time. */
	static final int OTHER_DAY = -1;

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

	/** Reads the reply for the day that it turned out to be. */
	interface Reply<T> {

		T read(DayBounds today, List<Object> reply);

	}

}
