package io.github.rediscomponents.queue;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Makes {@link StreamQueue}s, those that are declared by name in the configuration and
 * others, at any time. Making one sends nothing; two queues of one name are two instances
 * on the same messages. Instances are safe for use by any number of threads.
 */
public final class StreamQueues implements AutoCloseable {

	private static final int MAX_NAME = 256;

	private static final String ROOM = "stream";

	private final QueueEngine engine;

	private final KeySpace keys;

	private final ValueCodecs codecs;

	private final Declared<StreamQueueSettings> declared;

	private StreamQueues(QueueEngine engine, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, StreamQueueSettings>> declared) {
		this.engine = engine;
		this.keys = keys;
		this.codecs = codecs;
		this.declared = new Declared<>("stream queue", declared);
	}

	/**
	 * Makes a factory.
	 * @param redis where the queues live
	 * @param keys names their keys
	 * @param codecs turns messages into bytes
	 * @param background runs handlers
	 * @param declared the declared queues by name; a queue whose declaration changes
	 * follows at once, one whose declaration vanishes keeps its last settings
	 * @return the factory, to be {@linkplain #stop stopped}
	 */
	public static StreamQueues create(RedisPort redis, KeySpace keys, ValueCodecs codecs, Background background,
			LiveSettings<Map<String, StreamQueueSettings>> declared) {
		return create(redis, keys, codecs, background, declared, QueueObserver.NONE);
	}

	/**
	 * Makes a factory that is observed.
	 * @param redis where the queues live
	 * @param keys names their keys
	 * @param codecs turns messages into bytes
	 * @param background runs handlers
	 * @param declared the declared queues by name
	 * @param observer hears what happens to the messages of this factory's queues, and of
	 * those that are made of them
	 * @return the factory, to be {@linkplain #stop stopped}
	 */
	public static StreamQueues create(RedisPort redis, KeySpace keys, ValueCodecs codecs, Background background,
			LiveSettings<Map<String, StreamQueueSettings>> declared, QueueObserver observer) {
		return new StreamQueues(new QueueEngine(redis, background, observer), keys, codecs, declared);
	}

	/**
	 * A declared queue.
	 * @param name the name of a declaration
	 * @param type the class of its messages
	 * @param <T> the type of its messages
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	public <T> StreamQueue<T> queue(String name, Class<T> type) {
		return open(ROOM, name, null, type, this.declared.follow(name));
	}

	/**
	 * A declared queue of a generic type.
	 * @param name the name of a declaration
	 * @param type the type of its messages
	 * @param <T> the type of its messages
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	public <T> StreamQueue<T> queue(String name, TypeRef<T> type) {
		return open(ROOM, name, null, type.type(), this.declared.follow(name));
	}

	/**
	 * A declared queue whose type is only known at run time.
	 * @param name the name of a declaration
	 * @param type the class or generic type of its messages
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	public StreamQueue<?> queue(String name, Type type) {
		return open(ROOM, name, null, type, this.declared.follow(name));
	}

	/**
	 * A queue that needs no declaration.
	 * @param name its name, 1 to 256 characters
	 * @param type the class or generic type of its messages
	 * @param settings its settings, followed when they change
	 * @param <T> the type of its messages
	 * @return the queue
	 */
	public <T> StreamQueue<T> queue(String name, Class<T> type, LiveSettings<StreamQueueSettings> settings) {
		return open(ROOM, name, null, type, settings);
	}

	/**
	 * A queue of a generic type that needs no declaration.
	 * @param name its name, 1 to 256 characters
	 * @param type the type of its messages
	 * @param settings its settings, followed when they change
	 * @param <T> the type of its messages
	 * @return the queue
	 */
	public <T> StreamQueue<T> queue(String name, TypeRef<T> type, LiveSettings<StreamQueueSettings> settings) {
		return open(ROOM, name, null, type.type(), settings);
	}

	/**
	 * A queue in the slot of another hash tag, so that a script can use its stream
	 * together with an application's own keys.
	 * @param name its name, 1 to 256 characters
	 * @param hashTag what stands in the braces of those keys
	 * @param type the class of its messages
	 * @param settings its settings, followed when they change
	 * @param <T> the type of its messages
	 * @return the queue
	 */
	public <T> StreamQueue<T> queue(String name, String hashTag, Class<T> type,
			LiveSettings<StreamQueueSettings> settings) {
		return open(ROOM, name, Checks.hasLength("hashTag", hashTag, MAX_NAME), type, settings);
	}

	QueueEngine engine() {
		return this.engine;
	}

	KeySpace keys() {
		return this.keys;
	}

	/** For the rooms that are made of streams. */
	<T> RedisStreamQueue<T> open(String room, String name, @Nullable String hashTag, Type type,
			LiveSettings<StreamQueueSettings> settings) {
		Checks.hasLength("name", name, MAX_NAME);
		String key = (hashTag != null) ? this.keys.taggedKey(room, hashTag, name) : this.keys.key(room, name);
		return new RedisStreamQueue<>(this.engine, new StreamStore(this.engine.redis(), new StreamKeys(key), name,
				settings, new ObservedQueue(this.engine.observer(), room, name)), this.codecs.codec(type));
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
	 * What this process consumes now of the queues of this factory and of those that are
	 * made of them. Sends nothing.
	 * @return one for each queue and group
	 */
	public List<QueueActivity> activity() {
		return this.engine.activity();
	}

	/**
	 * Stops all subscriptions of all queues of this factory, those of the task queues
	 * made of it too: reads no more, gives back what no handler has begun with, waits for
	 * the running handlers, acknowledges. New ones can be started afterwards.
	 * @param patience how long to wait in all, zero or more
	 * @return whether everything was finished and acknowledged in time
	 */
	public boolean stop(Duration patience) {
		Checks.between("patience", patience, Duration.ZERO, Duration.ofDays(1));
		return this.engine.stop(patience);
	}

	/** Stops, and waits for at most ten seconds. */
	@Override
	public void close() {
		stop(Duration.ofSeconds(10));
	}

}
