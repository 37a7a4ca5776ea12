package io.github.rediscomponents.queue;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A message that was given up.
 *
 * @param <T> the type of the messages
 */
public final class DeadLetter<T> {

	private final String id;

	private final Origin origin;

	private final byte[] payload;

	private final @Nullable T value;

	DeadLetter(String id, Origin origin, byte[] payload, @Nullable T value) {
		this.id = id;
		this.origin = origin;
		this.payload = payload;
		this.value = value;
	}

	/**
	 * Identifies it among the dead letters.
	 * @return never empty
	 */
	public String id() {
		return this.id;
	}

	/**
	 * The entry that held it in the queue.
	 * @return never empty
	 */
	public String originalId() {
		return this.origin.entryId();
	}

	/**
	 * The id that its publisher gave it.
	 * @return empty if it has none
	 */
	public Optional<String> messageId() {
		return Optional.ofNullable(this.origin.messageId());
	}

	/**
	 * How often it was delivered.
	 * @return 1 or more
	 */
	public int deliveries() {
		return this.origin.deliveries();
	}

	/**
	 * The group of consumers that gave it up.
	 * @return never empty
	 */
	public String group() {
		return this.origin.group();
	}

	/**
	 * The consumer that had it last.
	 * @return never empty
	 */
	public String consumer() {
		return this.origin.consumer();
	}

	/**
	 * Why it was given up.
	 * @return the last error
	 */
	public String error() {
		return this.origin.error();
	}

	/**
	 * Where it was, if the queue traces: when it was enqueued; each delivery, to which
	 * consumer and the how-manieth attempt; what became of that; when it became a dead
	 * letter; all of that again after it was redriven. Each line begins with an instant
	 * by the server's clock. Of very long traces the oldest lines are missing.
	 * @return oldest first; empty if the queue does not trace
	 */
	public List<String> trace() {
		return this.origin.trace();
	}

	/**
	 * When it came into the queue.
	 * @return by the server's clock
	 */
	public Instant publishedAt() {
		return at(originalId());
	}

	/**
	 * When it was given up.
	 * @return by the server's clock
	 */
	public Instant diedAt() {
		return at(this.id);
	}

	/**
	 * Its bytes as they were published.
	 * @return a copy
	 */
	public byte[] payload() {
		return this.payload.clone();
	}

	/**
	 * The message.
	 * @return empty if its bytes are not one of this type
	 */
	public Optional<T> value() {
		return Optional.ofNullable(this.value);
	}

	@Override
	public String toString() {
		return "DeadLetter[id=" + this.id + ", " + this.origin + ", bytes=" + Arrays.hashCode(this.payload) + ']';
	}

	private static Instant at(String entryId) {
		return Instant.ofEpochMilli(Long.parseLong(entryId.substring(0, entryId.indexOf('-'))));
	}

	/** Where it comes from. */
	record Origin(String entryId, @Nullable String messageId, int deliveries, String group, String consumer,
			String error, List<String> trace) {
	}

}
