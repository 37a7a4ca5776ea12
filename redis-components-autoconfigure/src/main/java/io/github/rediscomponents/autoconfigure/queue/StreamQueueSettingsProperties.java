package io.github.rediscomponents.autoconfigure.queue;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.queue.Retention;
import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Settings of stream queues; what is not set comes from the defaults.
 */
public class StreamQueueSettingsProperties extends TaskQueueSettingsProperties {

	/**
	 * Group of consumers of those that name none.
	 */
	private @Nullable String group;

	/**
	 * When messages leave the stream.
	 */
	private @Nullable Retention retention;

	public @Nullable String getGroup() {
		return this.group;
	}

	public void setGroup(@Nullable String group) {
		this.group = group;
	}

	public @Nullable Retention getRetention() {
		return this.retention;
	}

	public void setRetention(@Nullable Retention retention) {
		this.retention = retention;
	}

	@Override
	StreamQueueSettings over(StreamQueueSettings base) {
		return super.over(base).withGroup(or(this.group, base.group()))
			.withRetention(or(this.retention, base.retention()));
	}

}
