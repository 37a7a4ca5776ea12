package io.github.rediscomponents.limit;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of one {@link LimitQueue}.
 *
 * @param length the most elements it holds, 1 to 100,000; a change trims at once
 * @param dedupe what is done about repetitions; a change holds for what is offered from
 * then on
 * @param window with {@link Dedupe#KEY}: for how long a business key that was let in is
 * refused, 1 millisecond to 366 days
 * @param ttl after how long without an offer the whole queue is forgotten, 1 second to
 * 3660 days; null for never
 * @param type the class of the elements by its full name, as a queue that is declared in
 * YAML needs it; needs a restart
 */
public record LimitQueueSettings(int length, Dedupe dedupe, Duration window, @Nullable Duration ttl, String type) {

	/** The most that {@link #length()} can be. */
	public static final int MAX_LENGTH = 100_000;

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code limit-queue.} and the property's name
	 */
	public LimitQueueSettings {
		Checks.between("limit-queue.length", length, 1, MAX_LENGTH);
		Checks.notNull("limit-queue.dedupe", dedupe);
		Checks.between("limit-queue.window", window, Duration.ofMillis(1), Duration.ofDays(366));
		if (ttl != null) {
			Checks.between("limit-queue.ttl", ttl, Duration.ofSeconds(1), Duration.ofDays(3660));
		}
		Checks.hasText("limit-queue.type", type);
	}

	/**
	 * A queue of texts without deduplication that lives for ever, with a window of a day.
	 * @param length the most elements it holds
	 * @return the settings
	 */
	public static LimitQueueSettings ofLength(int length) {
		return new LimitQueueSettings(length, Dedupe.NONE, Duration.ofDays(1), null, "java.lang.String");
	}

	public LimitQueueSettings withLength(int other) {
		return new LimitQueueSettings(other, this.dedupe, this.window, this.ttl, this.type);
	}

	public LimitQueueSettings withDedupe(Dedupe other) {
		return new LimitQueueSettings(this.length, other, this.window, this.ttl, this.type);
	}

	public LimitQueueSettings withWindow(Duration other) {
		return new LimitQueueSettings(this.length, this.dedupe, other, this.ttl, this.type);
	}

	public LimitQueueSettings withTtl(@Nullable Duration other) {
		return new LimitQueueSettings(this.length, this.dedupe, this.window, other, this.type);
	}

	public LimitQueueSettings withType(String other) {
		return new LimitQueueSettings(this.length, this.dedupe, this.window, this.ttl, other);
	}

	/**
	 * The class that {@link #type()} names. A nested class may be written with a dot.
	 * @param loader where to look; null for the default
	 * @return the class
	 * @throws IllegalArgumentException if there is no such class; its message begins with
	 * {@code limit-queue.type}
	 */
	public Class<?> elementType(@Nullable ClassLoader loader) {
		try {
			return ClassUtils.forName(this.type, loader);
		}
		catch (ClassNotFoundException | LinkageError ex) {
			throw new IllegalArgumentException("limit-queue.type is not a class: " + this.type, ex);
		}
	}

}
