// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

/**
 * Receives the events of chats and mailboxes. Called on the threads of the callers: must
 * be fast, must not block and should not throw (exceptions are logged and dropped). Every
 * method does nothing unless it is overridden.
 *
 * @since 1.0.0
 */
public interface MessagingObserver {

	/** Ignores every event. */
	MessagingObserver NONE = new MessagingObserver() {
	};

	/**
	 * A message was offered.
	 * @param component {@code group-chat} or {@code mailbox}
	 * @param outcome the outcome
	 */
	default void sent(String component, Outcome outcome) {
	}

	/**
	 * Messages were fetched.
	 * @param component {@code group-chat} or {@code mailbox}
	 * @param messages the number of messages
	 */
	default void fetched(String component, int messages) {
	}

	/**
	 * A fetch found that messages had been dropped before they were read. Those of a chat
	 * are found by each fetch until the member acknowledges.
	 * @param component {@code group-chat}
	 * @param messages the number of messages
	 */
	default void missed(String component, long messages) {
	}

	/**
	 * A fetch met messages whose bytes are not of the expected type.
	 * @param component {@code group-chat} or {@code mailbox}
	 * @param messages the number of messages
	 */
	default void undecodable(String component, int messages) {
	}

	/** The possible outcomes of a message. */
	enum Outcome {

		/** It was put where it belongs. */
		SENT,

		/** It was there already. */
		REPEATED,

		/** There is no such chat, the sender is no member, or the mailbox is full. */
		REFUSED

	}

}
