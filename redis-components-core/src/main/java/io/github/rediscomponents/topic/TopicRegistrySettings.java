package io.github.rediscomponents.topic;

import java.util.Map;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of all {@link Topic}s.
 *
 * @param common for topics that are not in {@code topics}
 * @param topics by name
 */
public record TopicRegistrySettings(TopicSettings common, Map<String, TopicSettings> topics) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is null
	 */
	public TopicRegistrySettings {
		Checks.notNull("common", common);
		topics = Map.copyOf(Checks.notNull("topics", topics));
	}

	/**
	 * The same for all topics.
	 * @param common the settings
	 * @return settings without declared topics
	 */
	public static TopicRegistrySettings of(TopicSettings common) {
		return new TopicRegistrySettings(common, Map.of());
	}

	/**
	 * The settings of one topic.
	 * @param name any name
	 * @return its own settings, or the common ones
	 */
	public TopicSettings settings(String name) {
		return this.topics.getOrDefault(name, this.common);
	}

}
