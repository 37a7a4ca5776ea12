// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

/**
 * The outcome of a follow.
 *
 * @since 1.0.0
 */
public enum FollowResult {

	/** The user follows the other one from now on. */
	FOLLOWED,

	/** The user did already. */
	ALREADY_FOLLOWING,

	/** The user follows as many as is allowed; nothing was changed. */
	TOO_MANY

}
