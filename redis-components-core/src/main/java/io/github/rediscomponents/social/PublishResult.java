// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Instant;

/**
 * The outcome of a post.
 *
 * @param delivery how it comes to the followers
 * @param repeated whether it had been published before: then its first time holds
 * @param time its time, to the millisecond
 * @since 1.0.0
 */
public record PublishResult(Delivery delivery, boolean repeated, Instant time) {

	/** How a post comes to the followers of its author. */
	public enum Delivery {

		/** Into their inboxes, by tasks; at once for an author without any. */
		PUSHED,

		/** They read it where the author has it. */
		PULLED,

		/** Not at all: the author has as many newer posts as are kept. */
		TOO_OLD

	}

}
