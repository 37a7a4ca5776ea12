// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.social;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.social.FollowGraphSettings;

/**
 * Properties of the follow graph.
 *
 * @param enabled Whether to provide a follow graph.
 * @param maxFollowing Maximum number of users that a user may follow.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = FollowGraphProperties.PREFIX, ignoreUnknownFields = false)
public record FollowGraphProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue("5000") int maxFollowing) implements ComponentProperties<FollowGraphSettings> {

	static final String PREFIX = "redis-components.follow-graph";

	@Override
	public FollowGraphSettings toSettings() {
		return FollowGraphSettings.defaults().withMaxFollowing(this.maxFollowing);
	}

}
