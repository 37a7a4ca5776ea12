// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.Collection;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;

/**
 * Inboxes: a receiver fetches its messages, which stay until they are acknowledged.
 *
 * <p>
 * <b>An inbox, not a work queue.</b> Fetching changes nothing: all clients of a receiver,
 * such as two devices of a user, see the same messages. A task queue gives each message
 * to one of several workers.
 *
 * <p>
 * <b>Reading is at least once.</b> A message leaves the mailbox when it is acknowledged
 * by its number, and otherwise only by the limits of {@link MailboxSettings}: the most
 * messages, if they are set to drop the oldest, and the ttl. Dropped messages are counted
 * in {@link MailBatch#lost()}. A failover may forget the last acknowledged changes.
 *
 * <p>
 * <b>Order.</b> Messages of a receiver are numbered in the order in which Redis stored
 * them. The numbers are times of the server in microseconds, or one more than the last;
 * they do not come again when the mailbox was emptied or lost, unless that clock is set
 * back. Clocks of clients matter nowhere.
 *
 * <p>
 * <b>Repetition.</b> Every call may be made again after it failed with
 * {@link RedisUnavailableException} and outcome {@code UNKNOWN}; a message is then sent
 * twice unless both calls have the same message id. Repetitions by the driver after a
 * broken connection never send a message twice.
 *
 * <p>
 * Keys, all in the slot of a receiver: {@code <prefix>:mailbox:{<receiver>}} with the
 * parts {@code messages} (stream) and {@code meta} (hash), which expire after the ttl if
 * there is one and no message comes, and {@code ids} (sorted set: remembered message ids,
 * expires). What an emptied mailbox leaves behind expires after
 * {@link MailboxSettings#idWindow()}.
 *
 * <p>
 * Each method is one round trip and blocks for at most the port's timeout. Receivers and
 * message ids have 1 to 200 characters; others are rejected with
 * {@link IllegalArgumentException} before anything is sent. Each method may throw
 * {@link RedisUnavailableException} (see above) and {@link RedisCommandException} (a key
 * holds another type; nothing was changed). Instances are safe for use by any number of
 * threads.
 *
 * @param <T> the type of the bodies
 * @since 1.0.0
 */
public interface Mailbox<T> {

	/**
	 * Sends a message. O(log n).
	 * @param receiver the receiver
	 * @param body not null
	 * @return the outcome
	 * @throws IllegalArgumentException if {@code body} is null, or larger than
	 * {@link MailboxSettings#maxPayload()} when written; nothing was sent
	 * @throws CodecException if {@code body} cannot be written; nothing was sent
	 */
	MailResult send(String receiver, T body);

	/**
	 * Sends a message once, however often it is tried. An id is remembered until
	 * {@link MailboxSettings#idCount()} later messages were sent, or none for
	 * {@link MailboxSettings#idWindow()}, whether or not the message was acknowledged
	 * meanwhile.
	 * @param receiver the receiver
	 * @param body not null
	 * @param messageId the sender's name for this message, unique for the receiver
	 * @return the outcome; the number of the first if it was sent before
	 * @throws IllegalArgumentException see {@link #send(String, Object)}
	 * @throws CodecException see {@link #send(String, Object)}
	 */
	MailResult send(String receiver, T body, String messageId);

	/**
	 * Reads the oldest messages. Removes none, except those older than the ttl. O(log n +
	 * limit).
	 * @param receiver the receiver
	 * @param limit the maximum number of messages, 1 to 10,000
	 * @return the messages
	 */
	MailBatch<T> fetch(String receiver, int limit);

	/**
	 * Reads the oldest messages after one, to page through those that are not
	 * acknowledged.
	 * @param receiver the receiver
	 * @param after only messages of a greater number; 0 for all
	 * @param limit the maximum number of messages, 1 to 10,000
	 * @return the messages
	 */
	MailBatch<T> fetch(String receiver, long after, int limit);

	/**
	 * Removes messages. O(n).
	 * @param receiver the receiver
	 * @param ids their numbers, at most 1000; those that are not there are ignored
	 * @return the number of those that existed; fewer than were given when some had been
	 * acknowledged before, also by a first attempt of this very call whose reply was lost
	 * @throws IllegalArgumentException if there are too many or one is negative; nothing
	 * was sent
	 */
	int acknowledge(String receiver, Collection<Long> ids);

	/**
	 * Removes a message.
	 * @param receiver the receiver
	 * @param id its number
	 * @return true if it existed, see {@link #acknowledge(String, Collection)}
	 */
	boolean acknowledge(String receiver, long id);

	/**
	 * Counts the messages that are not acknowledged. O(1).
	 * @param receiver the receiver
	 * @return the number, with those that are too old and were not dropped yet
	 */
	long size(String receiver);

	/**
	 * Removes all messages of a receiver and its other data. O(n) off the server's main
	 * thread.
	 * @param receiver the receiver
	 */
	void clear(String receiver);

}
