// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.social;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.social.FollowGraphSettings;

/**
 * Properties of the follow graph.
 *
 * @param enabled Whether to provide a follow graph.
 * @param maxFollowing Maximum number of users that a user may follow.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = FollowGraphProperties.PREFIX, ignoreUnknownFields = false)
public record FollowGraphProperties(@DefaultValue("true") boolean enabled, @DefaultValue("5000") int maxFollowing,
		@Nullable String server) implements ComponentProperties<FollowGraphSettings> {

	static final String PREFIX = "redis-components.follow-graph";

	@Override
	public FollowGraphSettings toSettings() {
		return FollowGraphSettings.defaults().withMaxFollowing(this.maxFollowing);
	}

}
