// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;

/**
 * Chats of many members, whose messages wait for each member until that one acknowledges
 * them.
 *
 * <p>
 * <b>Order.</b> The messages of a chat are numbered one after the other in the script
 * that stores them: all members, the sender included, see the same messages in the same
 * order. The first number of a chat is the server's time in microseconds when it was
 * created, so that numbers of a chat that is gone do not come again. The time of a
 * message is the server's; clocks of clients matter nowhere.
 *
 * <p>
 * <b>Reading is at least once.</b> Fetching changes nothing. A member's position moves by
 * {@link #acknowledge} only, and only forward; a process that dies in between fetches the
 * same again. A failover may forget the last acknowledged changes.
 *
 * <p>
 * <b>Retention.</b> A message is removed when its last member has acknowledged it. A
 * member that does not read would keep messages for ever; so a chat keeps at most
 * {@link GroupChatSettings#maxMessages()}, and a fetch that comes too late returns how
 * many were {@linkplain ChatMessages#missed() missed}.
 *
 * <p>
 * <b>Two slots.</b> A chat is in one place, the list of a user's chats in another, and no
 * script can change both. {@link #create}, {@link #join} and {@link #leave} change the
 * chat first, atomically, and then the list; the chat decides. When such a call fails, or
 * its process dies, between the two, then
 * <ul>
 * <li>a list can lack a chat that its user is a member of: the chat is not found by
 * {@link #fetch(String, int)} and {@link #unread(String)} until the call is made again or
 * {@link #repair} is called, but nothing is lost meanwhile;</li>
 * <li>a list can have a chat too many: fetches find that and remove it.</li>
 * </ul>
 * Both bear any interleaving of joining and leaving, because an entry has the server's
 * time of its membership and never gives way to an older one. An exception of a call that
 * has changed the chat has the outcome {@code UNKNOWN}, and a progress that counts the
 * chat and each list.
 *
 * <p>
 * <b>Repetition.</b> Every call may be made again after it failed with
 * {@link RedisUnavailableException} and outcome {@code UNKNOWN}; a message is then sent
 * twice unless both calls have the same message id. Repetitions by the driver after a
 * broken connection never send a message twice.
 *
 * <p>
 * Keys, all in the slot of a chat: {@code <prefix>:group-chat:{chat:<chat>}} with the
 * parts {@code messages} (stream), {@code members} (sorted set: position by member),
 * {@code meta} (hash), {@code ids} (sorted set: remembered message ids, expires),
 * {@code own} (sorted set: messages that their sender has not acknowledged); in the slot
 * of a user: {@code <prefix>:group-chat:{user:<user>}:chats} (sorted set). All of a chat
 * expires together after the ttl if there is one.
 *
 * <p>
 * Each method is one round trip unless stated otherwise, and blocks for at most the
 * port's timeout for each. Names of chats and users and message ids have 1 to 200
 * characters; others are rejected with {@link IllegalArgumentException} before anything
 * is sent. Each method may throw {@link RedisUnavailableException} (see above) and
 * {@link RedisCommandException} (a key holds another type; nothing was changed unless
 * {@link RedisCommandException#progress() its progress} says so). Instances are safe for
 * use by any number of threads.
 *
 * @param <T> the type of the bodies
 * @since 1.0.0
 */
public interface GroupChat<T> {

	/**
	 * Creates a chat. Two flushes. O(members).
	 * @param chat its name
	 * @param members its first members, at least one and at most
	 * {@link GroupChatSettings#maxMembers()}
	 * @return true if this call created it; false if it exists, which is then not
	 * changed, except that those of the given users that are members find it in their
	 * lists
	 * @throws IllegalArgumentException if there are no or too many members; nothing was
	 * sent
	 */
	boolean create(String chat, Collection<String> members);

	/**
	 * Makes a user a member, which receives later messages. Two round trips. O(log n).
	 * @param chat the name of the chat
	 * @param user the user
	 * @return the outcome
	 */
	JoinResult join(String chat, String user);

	/**
	 * Ends a membership, and with the last one the chat. Two round trips, one more for
	 * each 500 own messages that the user has not acknowledged. O(log n), and O(messages)
	 * when it was the slowest reader.
	 * @param chat the name of the chat
	 * @param user the user
	 * @return the outcome
	 */
	LeaveResult leave(String chat, String user);

	/**
	 * Sends a message. O(log n). It waits for the sender, too, until acknowledged, but is
	 * never unread for the sender.
	 * @param chat the name of the chat
	 * @param from a member
	 * @param body not null
	 * @return the outcome
	 * @throws IllegalArgumentException if {@code body} is null, or larger than
	 * {@link GroupChatSettings#maxPayload()} when written; nothing was sent
	 * @throws CodecException if {@code body} cannot be written; nothing was sent
	 */
	SendResult send(String chat, String from, T body);

	/**
	 * Sends a message once, however often it is tried. An id is remembered until
	 * {@link GroupChatSettings#idCount()} later messages were sent, or none for
	 * {@link GroupChatSettings#idWindow()}.
	 * @param chat the name of the chat
	 * @param from a member
	 * @param body not null
	 * @param messageId the sender's name for this message, unique in the chat
	 * @return the outcome; the number of the first if it was sent before
	 * @throws IllegalArgumentException see {@link #send(String, String, Object)}
	 * @throws CodecException see {@link #send(String, String, Object)}
	 */
	SendResult send(String chat, String from, T body, String messageId);

	/**
	 * Reads the messages of all chats that wait for a user, the user's own included. Two
	 * flushes for any number of chats, one more when the user's list has chats that the
	 * user is not in. Moves nothing. Fails as a whole when one of the chats cannot be
	 * read.
	 * @param user the user
	 * @param perChat the maximum number of messages of each chat, 1 to 10,000
	 * @return the chats with messages that wait, in the order in which they were joined
	 */
	List<ChatMessages<T>> fetch(String user, int perChat);

	/**
	 * Reads the messages of one chat that wait for a member, the member's own included.
	 * Moves nothing. O(log n + messages).
	 * @param chat the name of the chat
	 * @param user the user
	 * @param limit the maximum number of messages, 1 to 10,000
	 * @return the messages, perhaps none; empty if the user is not a member
	 */
	Optional<ChatMessages<T>> fetch(String chat, String user, int limit);

	/**
	 * Acknowledges all messages of a chat up to a number: they are not fetched again.
	 * Never moves a position back, so acknowledgements may come late and twice. One more
	 * round trip for each 500 own messages among them. O(log n), and O(messages) when it
	 * was the slowest reader.
	 * @param chat the name of the chat
	 * @param user the user
	 * @param upTo a number, as {@link ChatMessages#upTo()} has it
	 * @return the outcome
	 * @throws IllegalArgumentException if {@code upTo} is negative; nothing was sent
	 */
	AckResult acknowledge(String chat, String user, long upTo);

	/**
	 * Counts the unread messages of a user in all chats: those of others that are not
	 * acknowledged, missed ones included. Two flushes, as {@link #fetch(String, int)}.
	 * O(log n) for each chat, however many messages there are.
	 * @param user the user
	 * @return the number by chat, 0 included, in the order in which they were joined
	 */
	Map<String, Long> unread(String user);

	/**
	 * Counts the unread messages of a member in one chat: those of others that are not
	 * acknowledged, missed ones included. O(log n).
	 * @param chat the name of the chat
	 * @param user the user
	 * @return the number; empty if the user is not a member
	 */
	OptionalLong unread(String chat, String user);

	/**
	 * Returns the chats in a user's list, as stored.
	 * @param user the user
	 * @return their names, in the order in which they were joined
	 */
	List<String> chats(String user);

	/**
	 * Returns the members of a chat. O(n).
	 * @param chat the name of the chat
	 * @return the members, the slowest reader first; empty if there is no such chat
	 */
	List<String> members(String chat);

	/**
	 * Puts a chat into the lists of all its members, should one lack it. Two flushes.
	 * O(members).
	 * @param chat the name of the chat
	 * @return how many lists lacked it
	 */
	int repair(String chat);

}
