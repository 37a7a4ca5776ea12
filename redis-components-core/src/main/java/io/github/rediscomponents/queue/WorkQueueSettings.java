// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;

import io.github.rediscomponents.Overflow;

/**
 * Settings of one {@code StreamQueue} or {@code TaskQueue}. Those of time and size are
 * followed when they change; group and retention need a restart. Immutable: each {@code
 * with} method returns a changed copy, and throws an {@link IllegalArgumentException}
 * that names the property if a value is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface WorkQueueSettings permits WorkQueueSettingsValues {

	/**
	 * One group {@code workers}, visible for 30 seconds, five attempts, any number of
	 * messages and 10,000 dead letters.
	 * @return the default settings
	 */
	static WorkQueueSettings defaults() {
		return WorkQueueSettingsValues.DEFAULTS;
	}

	/** The queue's own group of consumers, 1 to 128 characters. */
	String group();

	/** When messages leave the stream. */
	TrimPolicy retention();

	/**
	 * Time for which a delivered message is leased to its consumer without a renewal, 500
	 * milliseconds to 12 hours.
	 */
	Duration visibility();

	/** How often a message is delivered before it is a dead letter, 1 to 1000. */
	int maxDeliveries();

	/**
	 * How long to wait after the first failure, twice as long after each further one, up
	 * to a day.
	 */
	Duration backoff();

	/** The longest that this becomes, up to a day. */
	Duration maxBackoff();

	/** How many messages the stream may hold, 0 for any number. */
	long maxLength();

	/** Treatment of messages to a full queue. */
	Overflow overflow();

	/** How many bytes a message may have, 1 to 64 MB. */
	int maxPayload();

	/**
	 * For how long the id of a message refuses another with it, 1 millisecond to 30 days.
	 */
	Duration dedupeWindow();

	/**
	 * After how long a consumer that does nothing and has nothing is forgotten, 1 second
	 * to 30 days; never before three seconds.
	 */
	Duration consumerTtl();

	/**
	 * How many dead letters are kept, 0 for any number; for one more the oldest is
	 * dropped, counted and logged.
	 */
	long maxDeadLetters();

	/**
	 * Whether a dead letter contains the history of its message: when it was enqueued,
	 * each delivery, and its outcome.
	 */
	boolean trace();

	/**
	 * With {@link TrimPolicy#ALL_GROUPS} and a {@code maxLength}, after how long without
	 * a consumer a group is removed that keeps a full queue from taking further messages,
	 * 1 second to 365 days, or 0 for never.
	 */
	Duration groupTtl();

	/**
	 * For how long a message that a process cannot read is tried again, by this process
	 * or others, before it is a dead letter; up to a day, 0 for not at all.
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
