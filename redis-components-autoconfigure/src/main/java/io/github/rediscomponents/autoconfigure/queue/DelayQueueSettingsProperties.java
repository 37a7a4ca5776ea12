package io.github.rediscomponents.autoconfigure.queue;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Settings of delay queues; what is not set comes from the defaults.
 */
public class DelayQueueSettingsProperties extends QueueSettingsProperties {

	/**
	 * Most tasks that wait for their time; 0 for any number.
	 */
	private @Nullable Long maxLength;

	public @Nullable Long getMaxLength() {
		return this.maxLength;
	}

	public void setMaxLength(@Nullable Long maxLength) {
		this.maxLength = maxLength;
	}

	@Override
	StreamQueueSettings over(StreamQueueSettings base) {
		return super.over(base).withMaxLength(or(this.maxLength, base.maxLength()), base.overflow());
	}

}
