// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.function.Consumer;

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
	public WorkQueueSettings withGroup(String changed) {
		return with((copy) -> copy.group = changed);
	}

	@Override
	public WorkQueueSettings withRetention(TrimPolicy changed) {
		return with((copy) -> copy.retention = changed);
	}

	@Override
	public WorkQueueSettings withVisibility(Duration changed) {
		return with((copy) -> copy.visibility = changed);
	}

	@Override
	public WorkQueueSettings withMaxDeliveries(int changed) {
		return with((copy) -> copy.maxDeliveries = changed);
	}

	@Override
	public WorkQueueSettings withBackoff(Duration first, Duration longest) {
		return with((copy) -> {
			copy.backoff = first;
			copy.maxBackoff = longest;
		});
	}

	@Override
	public WorkQueueSettings withMaxLength(long changed, Overflow what) {
		return with((copy) -> {
			copy.maxLength = changed;
			copy.overflow = what;
		});
	}

	@Override
	public WorkQueueSettings withMaxPayload(int changed) {
		return with((copy) -> copy.maxPayload = changed);
	}

	@Override
	public WorkQueueSettings withDedupeWindow(Duration changed) {
		return with((copy) -> copy.dedupeWindow = changed);
	}

	@Override
	public WorkQueueSettings withConsumerTtl(Duration changed) {
		return with((copy) -> copy.consumerTtl = changed);
	}

	@Override
	public WorkQueueSettings withMaxDeadLetters(long changed) {
		return with((copy) -> copy.maxDeadLetters = changed);
	}

	@Override
	public WorkQueueSettings withTrace(boolean changed) {
		return with((copy) -> copy.trace = changed);
	}

	@Override
	public WorkQueueSettings withGroupTtl(Duration changed) {
		return with((copy) -> copy.groupTtl = changed);
	}

	@Override
	public WorkQueueSettings withUnreadableRetry(Duration changed) {
		return with((copy) -> copy.unreadableRetry = changed);
	}

	private WorkQueueSettings with(Consumer<Copy> change) {
		Copy copy = new Copy(this);
		change.accept(copy);
		return copy.toSettings();
	}

	/**
	 * Settings while one is changed.
	 */
	private static final class Copy {

		private String group;

		private TrimPolicy retention;

		private Duration visibility;

		private int maxDeliveries;

		private Duration backoff;

		private Duration maxBackoff;

		private long maxLength;

		private Overflow overflow;

		private int maxPayload;

		private Duration dedupeWindow;

		private Duration consumerTtl;

		private long maxDeadLetters;

		private boolean trace;

		private Duration groupTtl;

		private Duration unreadableRetry;

		Copy(WorkQueueSettingsValues source) {
			this.group = source.group;
			this.retention = source.retention;
			this.visibility = source.visibility;
			this.maxDeliveries = source.maxDeliveries;
			this.backoff = source.backoff;
			this.maxBackoff = source.maxBackoff;
			this.maxLength = source.maxLength;
			this.overflow = source.overflow;
			this.maxPayload = source.maxPayload;
			this.dedupeWindow = source.dedupeWindow;
			this.consumerTtl = source.consumerTtl;
			this.maxDeadLetters = source.maxDeadLetters;
			this.trace = source.trace;
			this.groupTtl = source.groupTtl;
			this.unreadableRetry = source.unreadableRetry;
		}

		WorkQueueSettings toSettings() {
			return new WorkQueueSettingsValues(this.group, this.retention, this.visibility, this.maxDeliveries,
					this.backoff, this.maxBackoff, this.maxLength, this.overflow, this.maxPayload, this.dedupeWindow,
					this.consumerTtl, this.maxDeadLetters, this.trace, this.groupTtl, this.unreadableRetry);
		}

	}

}
