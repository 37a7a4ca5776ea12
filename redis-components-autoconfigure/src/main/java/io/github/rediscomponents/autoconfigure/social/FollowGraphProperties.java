package io.github.rediscomponents.autoconfigure.social;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.social.FollowGraphSettings;

/**
 * Properties of the follow graph.
 */
@ConfigurationProperties(prefix = FollowGraphProperties.PREFIX, ignoreUnknownFields = false)
public class FollowGraphProperties {

	static final String PREFIX = "redis-components.follow-graph";

	/**
	 * Whether to provide a follow graph.
	 */
	private boolean enabled = true;

	/**
	 * Most users that a user may follow.
	 */
	private int maxFollowing = 5000;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public int getMaxFollowing() {
		return this.maxFollowing;
	}

	public void setMaxFollowing(int maxFollowing) {
		this.maxFollowing = maxFollowing;
	}

	FollowGraphSettings toSettings() {
		return new FollowGraphSettings(this.maxFollowing);
	}

}
