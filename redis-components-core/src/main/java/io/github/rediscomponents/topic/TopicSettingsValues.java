// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link TopicSettings}.
 */
record TopicSettingsValues(int buffer, int maxPayload) implements TopicSettings {

	static final TopicSettingsValues DEFAULTS = new TopicSettingsValues(1000, 64 * 1024);

	TopicSettingsValues {
		Checks.between("topic.buffer", buffer, 1, 1_000_000);
		Checks.between("topic.max-payload", maxPayload, 1, 16 * 1024 * 1024);
	}

	@Override
	public TopicSettings withBuffer(int other) {
		return new TopicSettingsValues(other, this.maxPayload);
	}

	@Override
	public TopicSettings withMaxPayload(int other) {
		return new TopicSettingsValues(this.buffer, other);
	}

}
