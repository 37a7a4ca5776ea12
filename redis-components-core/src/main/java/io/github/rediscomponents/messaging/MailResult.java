// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

/**
 * The outcome of a message to a mailbox.
 *
 * @since 1.0.0
 */
public sealed interface MailResult {

	/**
	 * Whether the message came into the mailbox.
	 * @return true for {@link Sent} only
	 */
	default boolean isSent() {
		return this instanceof Sent;
	}

	/**
	 * It came into the mailbox.
	 *
	 * @param id its number
	 * @param repeated whether an earlier call or attempt with the same message id had put
	 * it there
	 */
	record Sent(long id, boolean repeated) implements MailResult {
	}

	/**
	 * The mailbox is full; nothing was sent.
	 *
	 * @param size how many messages are in it
	 */
	record Full(long size) implements MailResult {
	}

}
