// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;

import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link WorkQueueSettings}.
 */
record WorkQueueSettingsValues(String group, TrimPolicy retention, Duration visibility, int maxDeliveries,
		Duration backoff, Duration maxBackoff, long maxLength, Overflow overflow, int maxPayload, Duration dedupeWindow,
		Duration consumerTtl, long maxDeadLetters, boolean trace, Duration groupTtl,
		Duration unreadableRetry) implements WorkQueueSettings {

	private static final Duration DAY = Duration.ofDays(1);

	static final WorkQueueSettingsValues DEFAULTS = new WorkQueueSettingsValues("workers", TrimPolicy.ACKNOWLEDGED,
			Duration.ofSeconds(30), 5, Duration.ofSeconds(1), Duration.ofMinutes(5), 0, Overflow.REJECT, 1 << 20,
			Duration.ofMinutes(10), Duration.ofMinutes(10), 10_000, false, Duration.ofDays(7), Duration.ofMinutes(10));

	WorkQueueSettingsValues {
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

	@Override
	public WorkQueueSettings withGroup(String other) {
		return new WorkQueueSettingsValues(other, this.retention, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withRetention(TrimPolicy other) {
		return new WorkQueueSettingsValues(this.group, other, this.visibility, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withVisibility(Duration other) {
		return new WorkQueueSettingsValues(this.group, this.retention, other, this.maxDeliveries, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withMaxDeliveries(int other) {
		return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, other, this.backoff,
				this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withBackoff(Duration first, Duration longest) {
		return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, this.maxDeliveries, first,
				longest, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withMaxLength(long other, Overflow what) {
		return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, this.maxDeliveries,
				this.backoff, this.maxBackoff, other, what, this.maxPayload, this.dedupeWindow, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withMaxPayload(int other) {
		return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, this.maxDeliveries,
				this.backoff, this.maxBackoff, this.maxLength, this.overflow, other, this.dedupeWindow,
				this.consumerTtl, this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withDedupeWindow(Duration other) {
		return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, this.maxDeliveries,
				this.backoff, this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, other, this.consumerTtl,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withConsumerTtl(Duration other) {
		return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, this.maxDeliveries,
				this.backoff, this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow, other,
				this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withMaxDeadLetters(long other) {
		return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, this.maxDeliveries,
				this.backoff, this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow,
				this.consumerTtl, other, this.trace, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withTrace(boolean other) {
		return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, this.maxDeliveries,
				this.backoff, this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow,
				this.consumerTtl, this.maxDeadLetters, other, this.groupTtl, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withGroupTtl(Duration other) {
		return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, this.maxDeliveries,
				this.backoff, this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow,
				this.consumerTtl, this.maxDeadLetters, this.trace, other, this.unreadableRetry);
	}

	@Override
	public WorkQueueSettings withUnreadableRetry(Duration other) {
		return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, this.maxDeliveries,
				this.backoff, this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow,
				this.consumerTtl, this.maxDeadLetters, this.trace, this.groupTtl, other);
	}

}
