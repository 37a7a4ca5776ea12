package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.queue.Overflow;
import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Settings of task queues; what is not set comes from the defaults.
 */
public class TaskQueueSettingsProperties extends QueueSettingsProperties {

	/**
	 * Most messages that the queue holds; 0 for any number.
	 */
	private @Nullable Long maxLength;

	/**
	 * How a message is handled for which there is no room.
	 */
	private @Nullable Overflow overflow;

	/**
	 * Time for which the id of a message refuses another message with it.
	 */
	private @Nullable Duration dedupeWindow;

	public @Nullable Long getMaxLength() {
		return this.maxLength;
	}

	public void setMaxLength(@Nullable Long maxLength) {
		this.maxLength = maxLength;
	}

	public @Nullable Overflow getOverflow() {
		return this.overflow;
	}

	public void setOverflow(@Nullable Overflow overflow) {
		this.overflow = overflow;
	}

	public @Nullable Duration getDedupeWindow() {
		return this.dedupeWindow;
	}

	public void setDedupeWindow(@Nullable Duration dedupeWindow) {
		this.dedupeWindow = dedupeWindow;
	}

	@Override
	StreamQueueSettings over(StreamQueueSettings base) {
		return super.over(base).withMaxLength(or(this.maxLength, base.maxLength()), or(this.overflow, base.overflow()))
			.withDedupeWindow(or(this.dedupeWindow, base.dedupeWindow()));
	}

}
