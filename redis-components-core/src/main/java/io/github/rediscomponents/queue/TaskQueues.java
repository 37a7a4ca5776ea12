package io.github.rediscomponents.queue;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.LiveSettings;

/**
 * Makes {@link TaskQueue}s, those that are declared by name in the configuration and
 * others. Making one sends nothing. Instances are safe for use by any number of threads.
 * What they consume ends with {@link StreamQueues#stop}.
 */
public final class TaskQueues {

	private static final String ROOM = "task";

	private final StreamQueues streams;

	private final Declared<StreamQueueSettings> declared;

	private TaskQueues(StreamQueues streams, LiveSettings<Map<String, StreamQueueSettings>> declared) {
		this.streams = streams;
		this.declared = new Declared<>("task queue", declared);
	}

	/**
	 * Makes a factory.
	 * @param streams what the queues are made of, and share connections with
	 * @param declared the declared queues by name; a queue whose declaration changes
	 * follows at once, one whose declaration vanishes keeps its last settings
	 * @return the factory
	 */
	public static TaskQueues create(StreamQueues streams, LiveSettings<Map<String, StreamQueueSettings>> declared) {
		return new TaskQueues(streams, declared);
	}

	/**
	 * A declared queue.
	 * @param name the name of a declaration
	 * @param type the class of its tasks
	 * @param <T> the type of its tasks
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	public <T> TaskQueue<T> queue(String name, Class<T> type) {
		return open(name, type, this.declared.follow(name));
	}

	/**
	 * A declared queue of a generic type.
	 * @param name the name of a declaration
	 * @param type the type of its tasks
	 * @param <T> the type of its tasks
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	public <T> TaskQueue<T> queue(String name, TypeRef<T> type) {
		return open(name, type.type(), this.declared.follow(name));
	}

	/**
	 * A declared queue whose type is only known at run time.
	 * @param name the name of a declaration
	 * @param type the class or generic type of its tasks
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	public TaskQueue<?> queue(String name, Type type) {
		return open(name, type, this.declared.follow(name));
	}

	/**
	 * A queue that needs no declaration.
	 * @param name its name, 1 to 256 characters
	 * @param type the class of its tasks
	 * @param settings its settings, followed when they change
	 * @param <T> the type of its tasks
	 * @return the queue
	 */
	public <T> TaskQueue<T> queue(String name, Class<T> type, LiveSettings<StreamQueueSettings> settings) {
		return open(name, type, settings);
	}

	/**
	 * A queue of a generic type that needs no declaration.
	 * @param name its name, 1 to 256 characters
	 * @param type the type of its tasks
	 * @param settings its settings, followed when they change
	 * @param <T> the type of its tasks
	 * @return the queue
	 */
	public <T> TaskQueue<T> queue(String name, TypeRef<T> type, LiveSettings<StreamQueueSettings> settings) {
		return open(name, type.type(), settings);
	}

	/**
	 * The names of the declared queues.
	 * @return as the settings have them now
	 */
	public Set<String> names() {
		return this.declared.names();
	}

	/**
	 * The settings of a declared queue.
	 * @param name the name of a declaration
	 * @return as they are now
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	public StreamQueueSettings settings(String name) {
		return this.declared.settings(name);
	}

	/**
	 * What this process consumes now of the task queues. Sends nothing.
	 * @return one for each queue
	 */
	public List<QueueActivity> activity() {
		return this.streams.activity().stream().filter((one) -> one.queue().kind().equals(ROOM)).toList();
	}

	/**
	 * Stops all subscriptions and polls; see {@link StreamQueues#stop}, which this is.
	 * @param patience how long to wait in all, zero or more
	 * @return whether everything was finished and acknowledged in time
	 */
	public boolean stop(Duration patience) {
		return this.streams.stop(patience);
	}

	private <T> TaskQueue<T> open(String name, Type type, LiveSettings<StreamQueueSettings> settings) {
		return new RedisTaskQueue<>(this.streams.open(ROOM, name, null, type, settings));
	}

}
