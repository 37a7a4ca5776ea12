package io.github.rediscomponents.messaging;

import java.util.Collection;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;

/**
 * Inboxes: whoever is addressed finds the messages when asking for them, and they stay
 * until acknowledged.
 *
 * <p>
 * <b>An inbox, not a work queue.</b> Fetching changes nothing, and everybody who fetches
 * for a receiver, such as the same user on two devices, sees the same messages. Whoever
 * wants that each message goes to one of several workers takes a task queue.
 *
 * <p>
 * <b>Reading is at least once.</b> A message leaves the mailbox when it is acknowledged
 * by its number, and otherwise only by the limits of {@link MailboxSettings}: the most
 * messages, if they are set to drop the oldest, and the ttl. What was dropped is counted
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
 * twice unless both calls have the same message id. What the driver itself repeats after
 * a broken connection is never sent twice.
 *
 * <p>
 * Keys, all in the slot of a receiver: {@code <prefix>:mailbox:{<receiver>}} with the
 * parts {@code messages} (stream) and {@code meta} (hash), which expire after the ttl if
 * there is one and no message comes, and {@code ids} (sorted set: remembered message ids,
 * expires). An emptied mailbox leaves nothing behind.
 *
 * <p>
 * Each method is one round trip and blocks for at most the port's timeout. Receivers and
 * message ids have 1 to 200 characters; others are refused with
 * {@link IllegalArgumentException} before anything is sent. Each method may throw
 * {@link RedisUnavailableException} (see above) and {@link RedisErrorException} (a key
 * holds another type; nothing was changed). Instances are safe for use by any number of
 * threads.
 *
 * @param <T> the type of the bodies
 */
public interface Mailbox<T> {

	/**
	 * Sends a message. O(log n).
	 * @param receiver to whom
	 * @param body not null
	 * @return what became of it
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
	 * @param receiver to whom
	 * @param body not null
	 * @param messageId the sender's name for this message, unique for the receiver
	 * @return what became of it; the number of the first if it was sent before
	 * @throws IllegalArgumentException see {@link #send(String, Object)}
	 * @throws CodecException see {@link #send(String, Object)}
	 */
	MailResult send(String receiver, T body, String messageId);

	/**
	 * Reads the oldest messages. Removes none, except those older than the ttl. O(log n +
	 * limit).
	 * @param receiver whose
	 * @param limit the most messages, 1 to 10,000
	 * @return what was found
	 */
	MailBatch<T> fetch(String receiver, int limit);

	/**
	 * Reads the oldest messages after one, to page through what is not acknowledged.
	 * @param receiver whose
	 * @param after only messages of a greater number; 0 for all
	 * @param limit the most messages, 1 to 10,000
	 * @return what was found
	 */
	MailBatch<T> fetch(String receiver, long after, int limit);

	/**
	 * Removes messages. O(n).
	 * @param receiver whose
	 * @param ids their numbers, at most 1000; those that are not there are ignored
	 * @return how many were there; fewer than were given when some had been acknowledged
	 * before, also by a first attempt of this very call whose reply was lost
	 * @throws IllegalArgumentException if there are too many or one is negative; nothing
	 * was sent
	 */
	int acknowledge(String receiver, Collection<Long> ids);

	/**
	 * Removes a message.
	 * @param receiver whose
	 * @param id its number
	 * @return whether it was there, see {@link #acknowledge(String, Collection)}
	 */
	boolean acknowledge(String receiver, long id);

	/**
	 * Counts what is not acknowledged. O(1).
	 * @param receiver whose
	 * @return the number, with those that are too old and were not dropped yet
	 */
	long size(String receiver);

	/**
	 * Removes all messages of a receiver, and what is known of it. O(n) off the server's
	 * main thread.
	 * @param receiver whose
	 */
	void clear(String receiver);

}
