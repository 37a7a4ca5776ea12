// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;

import io.github.rediscomponents.Overflow;

/**
 * Settings of one {@code StreamQueue}, {@code TaskQueue} or {@code DelayQueue}. Those of
 * time and size are followed when they change; group and retention need a restart.
 * Immutable: each {@code with} method returns a changed copy, and throws an
 * {@link IllegalArgumentException} that names the property if a value is out of its
 * range.
 *
 * @since 1.0.0
 */
public sealed interface WorkQueueSettings permits WorkQueueSettingsValues {

	/**
	 * Returns one group {@code workers}, a visibility of 30 seconds, five attempts, any
	 * number of messages and 10,000 dead letters.
	 * @return the default settings
	 */
	static WorkQueueSettings defaults() {
		return WorkQueueSettingsValues.DEFAULTS;
	}

	/** Returns the queue's own group of consumers, 1 to 128 characters. */
	String group();

	/** Returns when messages leave the stream. */
	TrimPolicy retention();

	/**
	 * Returns the time for which a delivered message is leased to its consumer without a
	 * renewal, 500 milliseconds to 12 hours.
	 */
	Duration visibility();

	/**
	 * Returns the number of deliveries before a message becomes a dead letter, 1 to 1000.
	 */
	int maxDeliveries();

	/**
	 * Returns the time to wait after the first failure, twice as long after each further
	 * one, up to a day.
	 */
	Duration backoff();

	/** Returns the longest time to wait after a failure, up to a day. */
	Duration maxBackoff();

	/** Returns the maximum number of messages in the stream, 0 for any number. */
	long maxLength();

	/** Returns the treatment of messages to a full queue. */
	Overflow overflow();

	/** Returns the maximum size of a message in bytes, 1 byte to 64 MB. */
	int maxPayload();

	/**
	 * Returns the time for which a further message with the same id is refused, 1
	 * millisecond to 30 days.
	 */
	Duration dedupeWindow();

	/**
	 * Returns the time after which an idle consumer without messages is removed, 1 second
	 * to 30 days; never before three seconds.
	 */
	Duration consumerTtl();

	/**
	 * Returns the number of dead letters that are kept, 0 for any number. Beyond it the
	 * oldest is dropped, counted and logged.
	 */
	long maxDeadLetters();

	/**
	 * Returns whether a dead letter contains the history of its message: when it was
	 * enqueued, each delivery, and its outcome.
	 */
	boolean trace();

	/**
	 * Returns the time without a consumer after which a group that blocks a full queue is
	 * removed, with {@link TrimPolicy#ALL_GROUPS} and a {@code maxLength}: 1 second to
	 * 365 days, or 0 for never.
	 */
	Duration groupTtl();

	/**
	 * Returns the time for which a message that a process cannot read is tried again, by
	 * any process, before it becomes a dead letter; up to a day, 0 for not at all.
	 */
	Duration unreadableRetry();

	WorkQueueSettings withGroup(String group);

	WorkQueueSettings withRetention(TrimPolicy retention);

	WorkQueueSettings withVisibility(Duration visibility);

	WorkQueueSettings withMaxDeliveries(int maxDeliveries);

	WorkQueueSettings withBackoff(Duration first, Duration longest);

	WorkQueueSettings withMaxLength(long other, Overflow what);

	WorkQueueSettings withMaxPayload(int maxPayload);

	WorkQueueSettings withDedupeWindow(Duration dedupeWindow);

	WorkQueueSettings withConsumerTtl(Duration consumerTtl);

	WorkQueueSettings withMaxDeadLetters(long maxDeadLetters);

	WorkQueueSettings withTrace(boolean trace);

	WorkQueueSettings withGroupTtl(Duration groupTtl);

	WorkQueueSettings withUnreadableRetry(Duration unreadableRetry);

}
