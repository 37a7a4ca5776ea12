// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Settings of one {@link LimitQueue}. Immutable: each {@code with} method returns a
 * changed copy, and throws an {@link IllegalArgumentException} that names the property if
 * a value is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface LimitQueueSettings permits LimitQueueSettingsValues {

	/** The most that {@link #length()} can be. */
	int MAX_LENGTH = 100_000;

	/**
	 * A queue of texts without deduplication that lives for ever, with a window of a day.
	 * @param length the most elements it holds
	 * @return the settings
	 */
	static LimitQueueSettings of(int length) {
		return new LimitQueueSettingsValues(length, Dedupe.NONE, Duration.ofDays(1), null, "java.lang.String");
	}

	/** The most elements it holds, 1 to 100,000; a change trims at once. */
	int length();

	/**
	 * Treatment of duplicates; a change applies to later offers.
	 */
	Dedupe dedupe();

	/**
	 * With {@link Dedupe#KEY}: for how long a business key that was let in is refused, 1
	 * millisecond to 366 days.
	 */
	Duration window();

	/**
	 * After how long without an offer the whole queue is forgotten, 1 second to 3660
	 * days; null for never.
	 */
	@Nullable Duration ttl();

	/**
	 * The class of the elements by its full name, as a queue that is declared in YAML
	 * needs it; needs a restart.
	 */
	String type();

	/**
	 * The class that {@link #type()} names. A nested class may be written with a dot.
	 * @param loader the class loader; null for the default
	 * @return the class
	 * @throws IllegalArgumentException if there is no such class; its message begins with
	 * {@code limit-queue.type}
	 */
	Class<?> elementType(@Nullable ClassLoader loader);

	LimitQueueSettings withLength(int length);

	LimitQueueSettings withDedupe(Dedupe dedupe);

	LimitQueueSettings withWindow(Duration window);

	LimitQueueSettings withTtl(@Nullable Duration ttl);

	LimitQueueSettings withType(String type);

}
