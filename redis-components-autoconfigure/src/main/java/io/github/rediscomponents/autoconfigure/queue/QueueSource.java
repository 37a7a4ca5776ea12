package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.queue.DeadLetters;
import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.MessageHandler;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.StreamQueueSettings;
import io.github.rediscomponents.queue.SubscribeOptions;

/**
 * The declared queues of one kind, as listeners, meters, the actuator and the shutdown
 * see them. Beans of this type are found. Methods that take a name expect one of
 * {@link #names()}.
 */
interface QueueSource {

	QueueKind kind();

	/**
	 * What the properties of the kind begin with.
	 * @return the queues' own are below {@code queues}
	 */
	String prefix();

	/**
	 * The declared queues.
	 * @return their names, as the settings have them now
	 */
	Set<String> names();

	StreamQueueSettings settings(String name);

	/**
	 * The declared class of what is in a queue.
	 * @return null if it is not declared
	 */
	@Nullable Class<?> type(String name);

	/**
	 * Whether a subscription is possible. Sends nothing.
	 * @throws IllegalArgumentException if it is not
	 */
	void check(String name, SubscribeOptions options);

	QueueSubscription subscribe(String name, Type type, MessageHandler<Object> handler, SubscribeOptions options);

	QueueStats stats(String name);

	/**
	 * What queues of this kind have besides.
	 * @return what an operator is shown, in this order
	 */
	default Map<String, Object> details(String name) {
		return Map.of();
	}

	/**
	 * The groups of a queue that may have several.
	 * @return none if it has one only
	 */
	default List<GroupStats> groups(String name) {
		return List.of();
	}

	/**
	 * Removes a group of a queue that may have several.
	 * @return whether there was one
	 * @throws IllegalArgumentException if the queue has one only
	 */
	default boolean removeGroup(String name, String group) {
		throw new IllegalArgumentException("Queue '" + name + "' has one group, which stays");
	}

	DeadLetters<?> deadLetters(String name);

	long purge(String name);

	/**
	 * What this process consumes of the queues of the kind, undeclared ones too.
	 */
	List<QueueActivity> activity();

	/**
	 * Stops everything that consumes.
	 * @return whether all was finished in time
	 */
	boolean stop(Duration patience);

}
