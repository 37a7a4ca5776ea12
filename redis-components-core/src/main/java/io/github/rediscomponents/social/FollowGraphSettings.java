package io.github.rediscomponents.social;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of the {@link FollowGraph}.
 *
 * @param maxFollowing how many a user may follow, 1 to 100,000; who follows more already
 * keeps them
 */
public record FollowGraphSettings(int maxFollowing) {

	/** How many a user can be allowed to follow. */
	public static final int MAX_FOLLOWING = 100_000;

	/** 5000 may be followed. */
	public static final FollowGraphSettings DEFAULTS = new FollowGraphSettings(5000);

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code follow-graph.} and the property's name
	 */
	public FollowGraphSettings {
		Checks.between("follow-graph.max-following", maxFollowing, 1, MAX_FOLLOWING);
	}

}
