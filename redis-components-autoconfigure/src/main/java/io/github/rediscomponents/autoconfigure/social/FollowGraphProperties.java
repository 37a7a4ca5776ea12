package io.github.rediscomponents.autoconfigure.social;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.social.FollowGraphSettings;

/**
 * Properties of the follow graph.
 *
 * @param enabled Whether to provide a follow graph.
 * @param maxFollowing Most users that a user may follow.
 */
@ConfigurationProperties(prefix = FollowGraphProperties.PREFIX, ignoreUnknownFields = false)
public record FollowGraphProperties(@DefaultValue("true") boolean enabled, @DefaultValue("5000") int maxFollowing) {

	static final String PREFIX = "redis-components.follow-graph";

	FollowGraphSettings toSettings() {
		return new FollowGraphSettings(this.maxFollowing);
	}

}
