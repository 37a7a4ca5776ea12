package io.github.rediscomponents.autoconfigure.topic;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.topic.TopicSettings;

/**
 * Properties of one topic.
 */
public class TopicEntryProperties implements TypedDeclaration {

	/**
	 * Class of the messages; taken from the injection point if not set.
	 */
	private @Nullable String type;

	/**
	 * Most messages that wait for the handler of a subscription; that of all topics if
	 * not set.
	 */
	private @Nullable Integer buffer;

	/**
	 * Largest message; that of all topics if not set.
	 */
	private @Nullable DataSize maxPayload;

	@Override
	public @Nullable String getType() {
		return this.type;
	}

	public void setType(@Nullable String type) {
		this.type = type;
	}

	public @Nullable Integer getBuffer() {
		return this.buffer;
	}

	public void setBuffer(@Nullable Integer buffer) {
		this.buffer = buffer;
	}

	public @Nullable DataSize getMaxPayload() {
		return this.maxPayload;
	}

	public void setMaxPayload(@Nullable DataSize maxPayload) {
		this.maxPayload = maxPayload;
	}

	TopicSettings toSettings(TopicSettings common) {
		return new TopicSettings((this.buffer != null) ? this.buffer : common.buffer(),
				(this.maxPayload != null) ? TopicProperties.bytes(this.maxPayload) : common.maxPayload());
	}

}
