package io.github.rediscomponents.social;

/**
 * What became of a follow.
 */
public enum FollowResult {

	/** The user follows the other one from now on. */
	FOLLOWED,

	/** The user did already. */
	ALREADY_FOLLOWING,

	/** The user follows as many as is allowed; nothing was changed. */
	TOO_MANY

}
