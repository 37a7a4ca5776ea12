package io.github.rediscomponents.queue;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of one {@link StreamQueue} or {@link TaskQueue}. Those of time and size are
 * followed when they change; group and retention need a restart.
 *
 * @param group the queue's own group of consumers, 1 to 128 characters
 * @param retention when messages leave the stream
 * @param visibility how long a delivered message is its consumer's without a renewal, 500
 * milliseconds to 12 hours
 * @param maxDeliveries how often a message is delivered before it is a dead letter, 1 to
 * 1000
 * @param backoff how long to wait after the first failure, twice as long after each
 * further one, up to a day
 * @param maxBackoff the longest that this becomes, up to a day
 * @param maxLength how many messages the stream may hold, 0 for any number
 * @param overflow what publishing into a full queue does
 * @param maxPayload how many bytes a message may have, 1 to 64 MB
 * @param dedupeWindow for how long the id of a message refuses another with it, 1
 * millisecond to 30 days
 * @param consumerTtl after how long a consumer that does nothing and has nothing is
 * forgotten, 1 second to 30 days; never before three seconds
 * @param maxDeadLetters how many dead letters are kept, 0 for any number; for one more
 * the oldest is dropped, counted and logged
 * @param trace whether a dead letter tells where its message was: when it was enqueued,
 * each delivery, and what became of it
 * @param groupTtl with {@link Retention#ALL_GROUPS} and a {@code maxLength}, after how
 * long without a consumer a group is removed that keeps a full queue from taking further
 * messages, 1 second to 365 days, or 0 for never
 * @param unreadableRetry for how long a message that a process cannot read is tried
 * again, by this process or others, before it is a dead letter; up to a day, 0 for not at
 * all
 */
public record StreamQueueSettings(String group, Retention retention, Duration visibility, int maxDeliveries,
		Duration backoff, Duration maxBackoff, long maxLength, Overflow overflow, int maxPayload, Duration dedupeWindow,
		Duration consumerTtl, long maxDeadLetters, boolean trace, Duration groupTtl, Duration unreadableRetry) {

	private static final Duration DAY = Duration.ofDays(1);

	/**
	 * One group {@code workers}, visible for 30 seconds, five attempts, any number of
	 * messages and 10,000 dead letters.
	 */
	public static final StreamQueueSettings DEFAULTS = new StreamQueueSettings("workers", Retention.ACKNOWLEDGED,
			Duration.ofSeconds(30), 5, Duration.ofSeconds(1), Duration.ofMinutes(5), 0, Overflow.REJECT, 1 << 20,
			Duration.ofMinutes(10), Duration.ofMinutes(10), 10_000, false, Duration.ofDays(7), Duration.ofMinutes(10));

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code queue.} and the property's name
	 */
	public StreamQueueSettings {
		Checks.hasLength("queue.group", group, 128);
		Checks.notNull("queue.retention", retention);
		Checks.between("queue.visibility", visibility, Duration.ofMillis(500), Duration.ofHours(12));
		Checks.between("queue.max-deliveries", maxDeliveries, 1, 1000);
		Checks.between("queue.backoff", backoff, Duration.ZERO, DAY);
		Checks.between("queue.max-backoff", maxBackoff, Duration.ZERO, DAY);
		Checks.between("queue.max-length", maxLength, 0, Long.MAX_VALUE >> 12);
		Checks.notNull("queue.overflow", overflow);
		Checks.between("queue.max-payload", maxPayload, 1, 64 << 20);
		Checks.between("queue.dedupe-window", dedupeWindow, Duration.ofMillis(1), Duration.ofDays(30));
		Checks.between("queue.max-dead-letters", maxDeadLetters, 0, Long.MAX_VALUE >> 12);
		Checks.between("queue.consumer-ttl", consumerTtl, Duration.ofSeconds(1), Duration.ofDays(30));
		if (!Checks.notNull("queue.group-ttl", groupTtl).isZero()) {
			Checks.between("queue.group-ttl", groupTtl, Duration.ofSeconds(1), Duration.ofDays(365));
		}
		Checks.between("queue.unreadable-retry", unreadableRetry, Duration.ZERO, DAY);
	}

	public StreamQueueSettings withGroup(String other) {
		return new StreamQueueSettings(other, this.retention, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withRetention(Retention other) {
		return new StreamQueueSettings(this.group, other, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withVisibility(Duration other) {
		return new StreamQueueSettings(this.group, this.retention, other, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withMaxDeliveries(int other) {
		return new StreamQueueSettings(this.group, this.retention, this.visibility, other, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withBackoff(Duration first, Duration longest) {
		return new StreamQueueSettings(this.group, this.retention, this.visibility, this.maxDeliveries, first, longest,
				this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withMaxLength(long other, Overflow what) {
		return new StreamQueueSettings(this.group, this.retention, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, other, what, this.maxPayload, this.dedupeWindow, this.consumerTtl, this.maxDeadLetters,
				this.trace, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withMaxPayload(int other) {
		return new StreamQueueSettings(this.group, this.retention, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, other, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withDedupeWindow(Duration other) {
		return new StreamQueueSettings(this.group, this.retention, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, other, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withConsumerTtl(Duration other) {
		return new StreamQueueSettings(this.group, this.retention, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, other,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withMaxDeadLetters(long other) {
		return new StreamQueueSettings(this.group, this.retention, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				other, this.trace, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withTrace(boolean other) {
		return new StreamQueueSettings(this.group, this.retention, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, other, this.groupTtl, this.unreadableRetry);
	}

	public StreamQueueSettings withGroupTtl(Duration other) {
		return new StreamQueueSettings(this.group, this.retention, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, other, this.unreadableRetry);
	}

	public StreamQueueSettings withUnreadableRetry(Duration other) {
		return new StreamQueueSettings(this.group, this.retention, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, other);
	}

}
