package io.github.rediscomponents.queue;

import java.util.Collection;
import java.util.List;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;

/**
 * Messages on a Redis stream: groups of consumers share them, each message is delivered
 * at least once to every group, and given up after a number of attempts.
 *
 * <p>
 * <b>Delivery.</b> A message that was delivered is this consumer's for the visibility,
 * which is renewed while its handler runs. When the consumer dies, somebody else gets the
 * message within the visibility and five seconds more. It is acknowledged only by who has
 * it: consumer and delivery count are compared on the server, so that one that was too
 * late does not acknowledge what another works on. Duplicates are possible (a process
 * died after its handler returned and before the acknowledgement), losses are not while
 * the primary keeps its data; a failover may forget the last writes.
 *
 * <p>
 * <b>Failure.</b> A failed message is delivered again after its back-off, never before,
 * by the server's clock, and does not hold up others. After the last attempt it becomes a
 * dead letter with its original id, the number of deliveries and the last error. Bytes
 * that are not a message of the type become one before any handler sees them.
 *
 * <p>
 * <b>Applications' own scripts</b> may append messages to {@link #streamKey()}, in the
 * slot of the queue's hash tag; see {@link StreamEntryFields} for the fields. The length
 * limit and deduplication by id are not applied to them.
 *
 * <p>
 * <b>Keys</b>, all in one slot: {@code <prefix>:stream:{<name>}} (stream), or
 * {@code <prefix>:stream:{<tag>}:{<name>}} with another hash tag, and with {@code :dead}
 * (stream of dead letters), {@code :retry:<group>} (sorted set of entries by the time of
 * their next attempt), {@code :trace:<group>} (hash, only if the queue traces),
 * {@code :unread:<group>} (sorted set, since when which entries cannot be read),
 * {@code :dropped} (string, how many dead letters were dropped), {@code :ids} (hash of
 * entries by id) and {@code :windows} (sorted set of ids by the end of their window).
 *
 * <p>
 * Methods that send may throw {@link RedisUnavailableException} and
 * {@link RedisErrorException}. Instances are safe for use by any number of threads.
 *
 * @param <T> the type of the messages
 */
public interface StreamQueue<T> {

	/**
	 * Publishes a message. One round trip, O(1).
	 * @param message not null
	 * @return its entry
	 * @throws CodecException if it cannot be written; nothing was sent
	 * @throws PayloadTooLargeException if it is too large; nothing was sent
	 * @throws QueueFullException if the queue is full; nothing was added
	 * @throws RedisUnavailableException if no answer came; with an unknown outcome it may
	 * have been added. A publication whose reply was lost may be executed twice; give it
	 * an id to prevent that
	 */
	Published publish(T message);

	/**
	 * Publishes a message unless one with its id was published within the window, whether
	 * or not that is done. An id whose message was dropped from a full queue, purged or
	 * lost with the stream refuses no more. One round trip, O(log ids).
	 * @param message not null
	 * @param options its id, attempts and back-off
	 * @return whether it is a duplicate, and its entry
	 */
	Published publish(T message, EnqueueOptions options);

	/**
	 * Publishes messages in their order, 500 and about 4 MB with one script, in few
	 * flushes. Atomic up to that. Of more some can be done when it fails, also some after
	 * others that are not; {@link RedisComponentsException#progress()} says how many.
	 * @param messages no null in it
	 * @return their entries in the same order
	 */
	List<Published> publishAll(Collection<? extends T> messages);

	/**
	 * Consumes messages until stopped. Returns at once, whether or not Redis can be
	 * reached. All subscriptions of this process to queues of one slot (without a cluster
	 * to all queues) with the same group share one connection.
	 * @param handler works on them
	 * @param options how many at once, and for which group
	 * @return the running subscription
	 * @throws IllegalArgumentException if a group other than the queue's own is given and
	 * messages leave the queue when they are {@linkplain Retention#ACKNOWLEDGED
	 * acknowledged}
	 */
	QueueSubscription subscribe(MessageHandler<? super T> handler, SubscribeOptions options);

	/**
	 * Counts what there is for the queue's own group. One round trip.
	 * @return the numbers at one moment
	 */
	QueueStats stats();

	/**
	 * Counts what there is for a group. One round trip.
	 * @param group which group
	 * @return the numbers at one moment
	 */
	QueueStats stats(String group);

	/**
	 * Counts what there is for each group that the stream has. One round trip, O(groups
	 * and consumers).
	 * @return the groups at one moment, none if nobody has consumed yet
	 */
	List<GroupStats> groups();

	/**
	 * Removes a group, so that it keeps no messages any more, with what its consumers
	 * have. Stop its subscriptions first: a running one brings the group back, which then
	 * gets everything that the queue holds. One round trip, O(pending messages of the
	 * group).
	 * @param group which group
	 * @return whether there was one
	 */
	boolean removeGroup(String group);

	/**
	 * The messages that were given up.
	 * @return a view
	 */
	DeadLetters<T> deadLetters();

	/**
	 * Removes every message, of all groups, also those that are being worked on: their
	 * handlers run to their end, and learn by {@link Delivery#isLost()} with the next
	 * heartbeat. Ids refuse no more. Dead letters and groups stay. Two round trips,
	 * O(messages), during which the server does nothing else.
	 * @return how many there were
	 */
	long purge();

	/**
	 * Removes every key of the queue if it holds no message, waiting, pending or dead.
	 * Ids refuse no more. Stop the subscriptions first: a running one brings the empty
	 * stream back. Two round trips.
	 * @return whether it was removed or was not there
	 */
	boolean retire();

	/**
	 * The bytes that a message of this queue has as its payload, for an application's own
	 * script. Sends nothing.
	 * @param message not null
	 * @return what stands in {@link StreamEntryFields#PAYLOAD}
	 * @throws CodecException if it cannot be written
	 * @throws PayloadTooLargeException if it is too large
	 */
	byte[] payload(T message);

	/**
	 * The key of the stream, for an application's own script.
	 * @return the whole key
	 */
	String streamKey();

	/**
	 * The queue's name.
	 * @return never empty
	 */
	String name();

}
