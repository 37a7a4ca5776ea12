// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.stream;

import java.util.Collection;
import java.util.List;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.PayloadTooLargeException;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.Published;
import io.github.rediscomponents.queue.QueueFullException;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.StreamEntryFields;
import io.github.rediscomponents.queue.WorkQueue;

/**
 * A queue of typed messages on a Redis stream. Every group of consumers gets each message
 * at least once; a message is given up after a number of attempts.
 *
 * <p>
 * <b>Delivery.</b> A message that was delivered is leased to its consumer for the
 * visibility, which is renewed while the handler runs. When the consumer dies, another
 * gets the message within the visibility and five seconds more. Consumer and delivery
 * count are compared on the server, so that a late consumer does not acknowledge what
 * another works on. Duplicates are possible (a process died after its handler returned
 * and before the acknowledgement), losses are not while the primary keeps its data; a
 * failover may forget the last writes.
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
 * {@code :unread:<group>} (sorted set of unreadable entries by the time of the first
 * detection), {@code :settled:<group>} (hash of the last settled entries by consumer, as
 * proof after a lost reply), {@code :dropped} (string, how many dead letters were
 * dropped), {@code :paused} (hash, since when the queue is paused), {@code :ids} (hash of
 * entries by id) and {@code :windows} (sorted set of ids by the end of their window).
 *
 * <p>
 * Methods that send may throw {@link RedisUnavailableException} and
 * {@link RedisCommandException}. Instances are safe for use by any number of threads.
 *
 * @param <T> the type of the messages
 * @since 1.0.0
 */
public interface StreamQueue<T> extends WorkQueue<T> {

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
	Published publish(T message, PublishOptions options);

	/**
	 * Publishes messages in their order, 500 and about 4 MB with one script. Atomic up to
	 * that. Of more some can be done when it fails;
	 * {@link RedisComponentsException#progress()} reports how many. Of a queue with a
	 * longest length these are the first ones, and each script takes a round trip;
	 * without one all scripts go out in few flushes, and some can be done after others
	 * that are not.
	 * @param messages no null in it
	 * @return their entries in the same order
	 */
	List<Published> publishAll(Collection<? extends T> messages);

	/**
	 * Counts the messages for a group. One round trip.
	 * @param group which group
	 * @return the numbers at one moment
	 */
	QueueStats stats(String group);

	/**
	 * Counts the messages for each group of the stream. One round trip, O(groups and
	 * consumers).
	 * @return the groups at one moment, none before the first consumer
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
	 * Returns the payload of a message, for an application's own script. Sends nothing.
	 * @param message not null
	 * @return the value of the field {@link StreamEntryFields#PAYLOAD}
	 * @throws CodecException if it cannot be written
	 * @throws PayloadTooLargeException if it is too large
	 */
	byte[] payload(T message);

	/**
	 * Returns the key of the stream, for an application's own script.
	 * @return the whole key
	 */
	String streamKey();

}
