// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.queue.TrimPolicy;
import io.github.rediscomponents.queue.WorkQueueSettings;

import static io.github.rediscomponents.autoconfigure.queue.QueueEntryProperties.or;

/**
 * Properties of one stream queue, or of all queues that do not set them.
 *
 * @param visibility Time for which a delivered message is leased to its consumer without
 * a heartbeat.
 * @param maxDeliveries Number of deliveries before a message becomes a dead letter.
 * @param backoff Time before a failed message is delivered again; doubles with each
 * failure.
 * @param maxBackoff Longest time before a failed message is delivered again.
 * @param maxPayload Largest message.
 * @param consumerTtl Time after which an idle consumer without messages is removed.
 * @param maxDeadLetters Number of dead letters to keep, 0 for any number; beyond it the
 * oldest is dropped.
 * @param trace Whether a dead letter contains the history of its message.
 * @param unreadableRetry Time for which a message that a process cannot read is tried
 * again, by this process or others, before it becomes a dead letter; 0 for not at all.
 * @param maxLength Maximum number of messages in the queue; 0 for any number.
 * @param overflow Treatment of messages to a full queue.
 * @param dedupeWindow Time for which a further message with the same id is refused.
 * @param group Consumer group of subscriptions that name none.
 * @param retention Condition under which messages leave the stream.
 * @param groupTtl Time without a consumer after which a group that blocks a full queue is
 * removed, 0 for never.
 * @param type Class of the messages; taken from the injection point or the listener if
 * not set.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record StreamQueueEntryProperties(@Nullable Duration visibility, @Nullable Integer maxDeliveries,
		@Nullable Duration backoff, @Nullable Duration maxBackoff, @Nullable DataSize maxPayload,
		@Nullable Duration consumerTtl, @Nullable Long maxDeadLetters, @Nullable Boolean trace,
		@Nullable Duration unreadableRetry, @Nullable Long maxLength, @Nullable Overflow overflow,
		@Nullable Duration dedupeWindow, @Nullable String group, @Nullable TrimPolicy retention,
		@Nullable Duration groupTtl, @Nullable String type, @Nullable String server) implements QueueEntryProperties {

	@Override
	public WorkQueueSettings over(WorkQueueSettings base) {
		return QueueEntryProperties.super.over(base)
			.withMaxLength(or(this.maxLength, base.maxLength()), or(this.overflow, base.overflow()))
			.withDedupeWindow(or(this.dedupeWindow, base.dedupeWindow()))
			.withGroup(or(this.group, base.group()))
			.withRetention(or(this.retention, base.retention()))
			.withGroupTtl(or(this.groupTtl, base.groupTtl()));
	}

}
