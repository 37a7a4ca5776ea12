package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Settings that queues of all kinds have; what is not set comes from the defaults.
 */
public class QueueSettingsProperties {

	/**
	 * Time for which a delivered message is its consumer's without a sign of life.
	 */
	private @Nullable Duration visibility;

	/**
	 * How often a message is delivered before it is a dead letter.
	 */
	private @Nullable Integer maxDeliveries;

	/**
	 * Time before a failed message is delivered again; doubles with each failure.
	 */
	private @Nullable Duration backoff;

	/**
	 * Longest time before a failed message is delivered again.
	 */
	private @Nullable Duration maxBackoff;

	/**
	 * Largest message.
	 */
	private @Nullable DataSize maxPayload;

	/**
	 * Time after which a consumer that does nothing and holds nothing is forgotten.
	 */
	private @Nullable Duration consumerTtl;

	/**
	 * Number of dead letters to keep, 0 for any number; for one more the oldest is
	 * dropped.
	 */
	private @Nullable Long maxDeadLetters;

	/**
	 * Whether a dead letter tells where its message was.
	 */
	private @Nullable Boolean trace;

	/**
	 * Time for which a message that a process cannot read is tried again, by this process
	 * or others, before it is a dead letter; 0 for not at all.
	 */
	private @Nullable Duration unreadableRetry;

	public @Nullable Duration getVisibility() {
		return this.visibility;
	}

	public void setVisibility(@Nullable Duration visibility) {
		this.visibility = visibility;
	}

	public @Nullable Integer getMaxDeliveries() {
		return this.maxDeliveries;
	}

	public void setMaxDeliveries(@Nullable Integer maxDeliveries) {
		this.maxDeliveries = maxDeliveries;
	}

	public @Nullable Duration getBackoff() {
		return this.backoff;
	}

	public void setBackoff(@Nullable Duration backoff) {
		this.backoff = backoff;
	}

	public @Nullable Duration getMaxBackoff() {
		return this.maxBackoff;
	}

	public void setMaxBackoff(@Nullable Duration maxBackoff) {
		this.maxBackoff = maxBackoff;
	}

	public @Nullable DataSize getMaxPayload() {
		return this.maxPayload;
	}

	public void setMaxPayload(@Nullable DataSize maxPayload) {
		this.maxPayload = maxPayload;
	}

	public @Nullable Duration getConsumerTtl() {
		return this.consumerTtl;
	}

	public void setConsumerTtl(@Nullable Duration consumerTtl) {
		this.consumerTtl = consumerTtl;
	}

	public @Nullable Long getMaxDeadLetters() {
		return this.maxDeadLetters;
	}

	public void setMaxDeadLetters(@Nullable Long maxDeadLetters) {
		this.maxDeadLetters = maxDeadLetters;
	}

	public @Nullable Boolean getTrace() {
		return this.trace;
	}

	public void setTrace(@Nullable Boolean trace) {
		this.trace = trace;
	}

	public @Nullable Duration getUnreadableRetry() {
		return this.unreadableRetry;
	}

	public void setUnreadableRetry(@Nullable Duration unreadableRetry) {
		this.unreadableRetry = unreadableRetry;
	}

	StreamQueueSettings over(StreamQueueSettings base) {
		return new StreamQueueSettings(base.group(), base.retention(), or(this.visibility, base.visibility()),
				or(this.maxDeliveries, base.maxDeliveries()), or(this.backoff, base.backoff()),
				or(this.maxBackoff, base.maxBackoff()), base.maxLength(), base.overflow(), payload(base.maxPayload()),
				base.dedupeWindow(), or(this.consumerTtl, base.consumerTtl()),
				or(this.maxDeadLetters, base.maxDeadLetters()), or(this.trace, base.trace()), base.groupTtl(),
				or(this.unreadableRetry, base.unreadableRetry()));
	}

	private int payload(int base) {
		return (this.maxPayload != null) ? (int) Math.max(0, Math.min(Integer.MAX_VALUE, this.maxPayload.toBytes()))
				: base;
	}

	static <T> T or(@Nullable T own, T base) {
		return (own != null) ? own : base;
	}

}
