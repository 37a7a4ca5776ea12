// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.github.rediscomponents.codec.TypeRef;

/**
 * The queues of one kind, declared by name in the configuration or not. Getting one sends
 * nothing; two queues of one name are two instances on the same messages. Instances are
 * safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface WorkQueues {

	/**
	 * Returns the kind of the queues.
	 * @return any kind but {@link QueueKind#ANY}
	 */
	QueueKind kind();

	/**
	 * Returns a declared queue. It follows its declaration when that changes, and keeps
	 * its last settings when that vanishes.
	 * @param name the name of a declaration
	 * @param type the type of its messages
	 * @param <T> the type of its messages
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	<T> WorkQueue<T> get(String name, TypeRef<T> type);

	/**
	 * Returns a declared queue, as {@link #get(String, TypeRef)}.
	 * @param name the name of a declaration
	 * @param type the class of its messages
	 * @param <T> the type of its messages
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	<T> WorkQueue<T> get(String name, Class<T> type);

	/**
	 * Returns a queue that needs no declaration.
	 * @param name its name, 1 to 256 characters
	 * @param type the type of its messages
	 * @param settings its settings
	 * @param <T> the type of its messages
	 * @return the queue
	 */
	<T> WorkQueue<T> get(String name, TypeRef<T> type, WorkQueueSettings settings);

	/**
	 * Returns a queue that needs no declaration.
	 * @param name its name, 1 to 256 characters
	 * @param type the class of its messages
	 * @param settings its settings
	 * @param <T> the type of its messages
	 * @return the queue
	 */
	<T> WorkQueue<T> get(String name, Class<T> type, WorkQueueSettings settings);

	/**
	 * Returns the names of the declared queues.
	 * @return the present names
	 */
	Set<String> names();

	/**
	 * Returns the settings of a declared queue.
	 * @param name the name of a declaration
	 * @return the present settings
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	WorkQueueSettings settings(String name);

	/**
	 * Returns the present consumption of this process of queues of this kind. Sends
	 * nothing.
	 * @return one element for each queue and group
	 */
	List<QueueActivity> activity();

	/**
	 * Stops all subscriptions and polls, of this kind and of those that share its
	 * connections: reads no more, returns messages that no handler has started, waits for
	 * the running handlers, acknowledges. New subscriptions can be started afterwards.
	 * @param patience how long to wait in all, zero or more
	 * @return whether everything was finished and acknowledged in time
	 */
	boolean stop(Duration patience);

}
