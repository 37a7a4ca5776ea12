// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;

/**
 * Receives the events of follow graphs and feeds. Called on the threads that do it: must
 * be fast, must not block and should not throw (exceptions are logged and dropped). Every
 * method does nothing unless it is overridden.
 *
 * @since 1.0.0
 */
public interface SocialObserver {

	/** Ignores every event. */
	SocialObserver NONE = new SocialObserver() {
	};

	/**
	 * A user followed another one.
	 * @param result the outcome
	 */
	default void followed(FollowResult result) {
	}

	/**
	 * A user unfollowed another one.
	 * @param changed whether there was something to change
	 */
	default void unfollowed(boolean changed) {
	}

	/**
	 * A user's follows were repaired.
	 * @param done the outcome
	 */
	default void repaired(FollowRepair done) {
	}

	/**
	 * A post was published.
	 * @param result the outcome
	 */
	default void published(PublishResult result) {
	}

	/**
	 * A task of a fan-out was done.
	 * @param took how long that took
	 * @param changed how many inboxes it changed
	 */
	default void delivered(Duration took, long changed) {
	}

	/**
	 * A page was read.
	 * @param pulled from how many outboxes besides the inbox
	 */
	default void read(int pulled) {
	}

	/**
	 * An inbox was rebuilt.
	 * @param items how many items it got
	 */
	default void rebuilt(int items) {
	}

}
