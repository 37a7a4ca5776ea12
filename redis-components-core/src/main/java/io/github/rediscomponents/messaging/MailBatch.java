// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.List;

/**
 * The messages that a fetch found in a mailbox.
 *
 * @param mails the oldest that are not acknowledged, oldest first, without those that
 * cannot be read
 * @param undecodable the numbers of those among them whose bytes are not a body of this
 * type; they stay until they are acknowledged
 * @param size how many there are in all
 * @param lost how many went without having been acknowledged, because the mailbox was
 * full, they were too old or Redis lost their key, since it was last empty for a while
 * @param <T> the type of the bodies
 * @since 1.0.0
 */
public record MailBatch<T>(List<Mail<T>> mails, List<Long> undecodable, long size, long lost) {

	/**
	 * Copies the lists.
	 */
	public MailBatch {
		mails = List.copyOf(mails);
		undecodable = List.copyOf(undecodable);
	}

}
