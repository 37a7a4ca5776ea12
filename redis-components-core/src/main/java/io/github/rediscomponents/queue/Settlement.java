// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * The end of a lease.
 *
 * @since 1.0.0
 */
public enum Settlement {

	/** The message is done and gone. */
	ACKNOWLEDGED,

	/** It will be delivered again. */
	RETRY,

	/** It was delivered as often as it may, and is a dead letter now. */
	DEAD,

	/**
	 * The lease had run out and another consumer got the message, or the message is gone
	 * with all data; nothing was changed.
	 */
	LOST,

	/** This lease was settled before; nothing was changed. */
	ALREADY_SETTLED

}
