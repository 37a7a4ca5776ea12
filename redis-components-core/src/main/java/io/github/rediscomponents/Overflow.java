// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

/**
 * The reaction of a bounded queue or mailbox to a message for which there is no room.
 *
 * @since 1.0.0
 */
public enum Overflow {

	/**
	 * The message is rejected; the caller gets an exception or a result that states it.
	 */
	REJECT,

	/**
	 * The oldest message is dropped. Of a queue that is the oldest that was never
	 * delivered: when those that are pending fill it alone, the new message is refused.
	 */
	DROP_OLDEST,

	/**
	 * The oldest message is dropped, whether or not a consumer is working on it. Of
	 * queues only.
	 */
	DROP_PENDING

}
