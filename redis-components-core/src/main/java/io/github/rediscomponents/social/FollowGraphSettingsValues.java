// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link FollowGraphSettings}.
 */
record FollowGraphSettingsValues(int maxFollowing) implements FollowGraphSettings {

	static final FollowGraphSettingsValues DEFAULTS = new FollowGraphSettingsValues(5000);

	FollowGraphSettingsValues {
		Checks.between("follow-graph.max-following", maxFollowing, 1, MAX_FOLLOWING);
	}

	@Override
	public FollowGraphSettings withMaxFollowing(int other) {
		return new FollowGraphSettingsValues(other);
	}

}
