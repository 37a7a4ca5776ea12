// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.util.Map;

/**
 * Settings of all {@link Topic}s. Immutable: each {@code with} method returns a changed
 * copy, and throws an {@link IllegalArgumentException} that names the property if a value
 * is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface TopicRegistrySettings permits TopicRegistrySettingsValues {

	/**
	 * {@link TopicSettings#defaults()} for all topics.
	 * @return the settings of an application that configured nothing
	 */
	static TopicRegistrySettings defaults() {
		return TopicRegistrySettingsValues.DEFAULTS;
	}

	/** For topics that are not in {@code topics}. */
	TopicSettings common();

	/** By name. */
	Map<String, TopicSettings> topics();

	/**
	 * The settings of one topic.
	 * @param name any name
	 * @return its own settings, or the common ones
	 */
	TopicSettings settings(String name);

	TopicRegistrySettings withCommon(TopicSettings common);

	TopicRegistrySettings withTopics(Map<String, TopicSettings> topics);

}
