package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;

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

	/**
	 * Time without a consumer after which a group is removed that keeps a full queue from
	 * taking further messages, 0 for never.
	 */
	private @Nullable Duration groupTtl;

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

	public @Nullable Duration getGroupTtl() {
		return this.groupTtl;
	}

	public void setGroupTtl(@Nullable Duration groupTtl) {
		this.groupTtl = groupTtl;
	}

	@Override
	StreamQueueSettings over(StreamQueueSettings base) {
		return super.over(base).withGroup(or(this.group, base.group()))
			.withRetention(or(this.retention, base.retention()))
			.withGroupTtl(or(this.groupTtl, base.groupTtl()));
	}

}
