// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

/**
 * Settings of the {@link FollowGraph}. Immutable: each {@code with} method returns a
 * changed copy, and throws an {@link IllegalArgumentException} that names the property if
 * a value is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface FollowGraphSettings permits FollowGraphSettingsValues {

	/** How many a user can be allowed to follow. */
	int MAX_FOLLOWING = 100_000;

	/**
	 * 5000 may be followed.
	 * @return the default settings
	 */
	static FollowGraphSettings defaults() {
		return FollowGraphSettingsValues.DEFAULTS;
	}

	/**
	 * How many a user may follow, 1 to 100,000; a user who follows more keeps them.
	 */
	int maxFollowing();

	FollowGraphSettings withMaxFollowing(int maxFollowing);

}
