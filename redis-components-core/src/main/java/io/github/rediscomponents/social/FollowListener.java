package io.github.rediscomponents.social;

/**
 * Hears who follows whom. Called after a {@link FollowGraph} was changed on both sides,
 * on the thread that changed it, also when there was nothing to change, so that a
 * repetition finishes what failed. What a listener throws goes to the caller.
 */
public interface FollowListener {

	/**
	 * A user follows another one.
	 * @param user who follows
	 * @param followed who is followed
	 */
	void followed(String user, String followed);

	/**
	 * A user does not follow another one.
	 * @param user who followed
	 * @param followed who was followed
	 */
	void unfollowed(String user, String followed);

}
