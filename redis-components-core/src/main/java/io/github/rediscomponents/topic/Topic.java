// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;

/**
 * Broadcast: a message reaches the subscriptions that are in force when it is published,
 * in every process, and no others.
 *
 * <p>
 * <b>Nothing is kept</b> or acknowledged. A message is lost for a subscription that has
 * no connection when it is published, whose process dies, or whose buffer is full. The
 * handler is notified of the first and the last ({@link TopicHandler#missed}), so that it
 * can read again what the messages are about. Messages that must arrive need a stream
 * queue. A subscription gets a message at most once for each time that Redis executes its
 * publishing, which the driver repeats when the connection broke before the reply came:
 * rarely, a message comes twice.
 *
 * <p>
 * <b>Order.</b> A subscription gets messages in the order in which its Redis node had
 * them, one after the other. On a standalone server that is the same order for all.
 *
 * <p>
 * Uses no keys; the channel is {@code <prefix>:topic:channel:<name>}. On a cluster it is
 * broadcast to all nodes. Instances are safe for use by any number of threads; two topics
 * of one name are two instances on the same channel.
 *
 * @param <T> the type of the messages
 * @since 1.0.0
 */
public interface Topic<T> {

	/**
	 * Publishes a message. One round trip ({@code PUBLISH}); O(subscribed connections).
	 * @param message not null
	 * @return how many connections were subscribed <em>at the node that executed it</em>:
	 * one for each process, however many subscriptions it has. On a cluster those of the
	 * other nodes are reached and not counted, so that 0 does not mean that there is no
	 * subscription
	 * @throws IllegalArgumentException if {@code message} is null, or larger than
	 * {@link TopicSettings#maxPayload()} when written; nothing was sent
	 * @throws CodecException if {@code message} cannot be written; nothing was sent
	 * @throws RedisUnavailableException if no answer came in time; with outcome
	 * {@code UNKNOWN} the message may have been published
	 * @throws RedisCommandException if Redis refused it; nothing was published
	 */
	long publish(T message);

	/**
	 * Hands messages to a handler from the subscription on. Sends {@code SUBSCRIBE} for
	 * the first subscription of the process and waits for nothing, also when Redis is
	 * away: see {@link TopicSubscription#awaitActive}. Subscribes again after every loss
	 * of the connection.
	 * @param handler called on a worker thread, with one call at a time
	 * @return ends the subscription when closed
	 */
	TopicSubscription subscribe(TopicHandler<? super T> handler);

	/**
	 * Returns the topic's name.
	 * @return never empty
	 */
	String name();

}
