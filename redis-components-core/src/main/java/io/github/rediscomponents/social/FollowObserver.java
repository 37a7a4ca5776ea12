// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

/**
 * Receives changes of follows. Called after a {@link FollowGraph} was changed on both
 * sides, on the thread that changed it, also when there was nothing to change, so that a
 * repetition finishes what failed. Exceptions of an observer reach the caller.
 *
 * @since 1.0.0
 */
public interface FollowObserver {

	/**
	 * A user follows another one.
	 * @param user the follower
	 * @param followed the followed user
	 */
	void followed(String user, String followed);

	/**
	 * A user does not follow another one.
	 * @param user the former follower
	 * @param followed the followed user
	 */
	void unfollowed(String user, String followed);

}
