// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.util.Map;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link TopicRegistrySettings}.
 */
record TopicRegistrySettingsValues(TopicSettings common,
		Map<String, TopicSettings> topics) implements TopicRegistrySettings {

	static final TopicRegistrySettingsValues DEFAULTS = new TopicRegistrySettingsValues(TopicSettings.defaults(),
			Map.of());

	TopicRegistrySettingsValues {
		Checks.notNull("common", common);
		topics = Map.copyOf(Checks.notNull("topics", topics));
	}

	@Override
	public TopicSettings settings(String name) {
		return this.topics.getOrDefault(name, this.common);
	}

	@Override
	public TopicRegistrySettings withCommon(TopicSettings other) {
		return new TopicRegistrySettingsValues(other, this.topics);
	}

	@Override
	public TopicRegistrySettings withTopics(Map<String, TopicSettings> other) {
		return new TopicRegistrySettingsValues(this.common, other);
	}

}
