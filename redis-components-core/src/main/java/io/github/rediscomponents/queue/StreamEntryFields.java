// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * The fields of an entry in the stream of a {@code StreamQueue}. An application's own
 * script may add entries with {@code XADD <streamKey> * v <payload>} and any of the other
 * fields. Fields that are not named here are left alone. This layout is a contract.
 *
 * @since 1.0.0
 */
public final class StreamEntryFields {

	/**
	 * The message as the queue's codec writes it, such as JSON in UTF-8. An entry without
	 * it becomes a dead letter.
	 */
	public static final String PAYLOAD = "v";

	/** The id that the publisher gave the message. Optional, for information. */
	public static final String ID = "i";

	/** How often it may be delivered, a positive decimal number. Optional. */
	public static final String ATTEMPTS = "a";

	/** Milliseconds before the second attempt, a decimal number. Optional. */
	public static final String BACKOFF = "b";

	/**
	 * The one group of consumers that it is for; others acknowledge it unseen. Optional.
	 */
	public static final String GROUP = "g";

	/**
	 * The headers of the message, such as the context of its trace: a line
	 * {@code name:value} for each, in UTF-8, 4096 bytes at most. Optional.
	 */
	public static final String CONTEXT = "c";

	private StreamEntryFields() {
	}

}
