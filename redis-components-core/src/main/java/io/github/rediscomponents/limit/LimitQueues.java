package io.github.rediscomponents.limit;

import java.lang.reflect.Type;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Makes {@link LimitQueue}s, those that are declared by name in the configuration and
 * others. Sends nothing. Instances are safe for use by any number of threads; two queues
 * of one name are two instances on the same elements.
 */
public final class LimitQueues {

	private static final int MAX_NAME = 512;

	private final RedisPort redis;

	private final KeySpace keys;

	private final ValueCodecs codecs;

	private final Declared<LimitQueueSettings> declared;

	private LimitQueues(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, LimitQueueSettings>> declared) {
		this.redis = redis;
		this.keys = keys;
		this.codecs = codecs;
		this.declared = new Declared<>("limit queue", declared);
	}

	/**
	 * Makes a factory.
	 * @param redis where the queues live
	 * @param keys names their keys
	 * @param codecs turns elements into bytes
	 * @param declared the declared queues by name; a queue whose declaration changes
	 * follows at once, one whose declaration vanishes keeps its last settings
	 * @return the factory
	 */
	public static LimitQueues create(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, LimitQueueSettings>> declared) {
		return new LimitQueues(redis, keys, codecs, declared);
	}

	/**
	 * A declared queue, of the class that its declaration names.
	 * @param name the name of a declaration
	 * @param loader where to look for the class; null for the default
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared, or its class does
	 * not exist
	 */
	public LimitQueue<?> queue(String name, @Nullable ClassLoader loader) {
		return open(name, this.declared.settings(name).elementType(loader), this.declared.follow(name));
	}

	/**
	 * A declared queue.
	 * @param name the name of a declaration
	 * @param type the class of its elements; the declaration's own type is not looked at
	 * @param <T> the type of its elements
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	public <T> LimitQueue<T> queue(String name, Class<T> type) {
		return open(name, type, this.declared.follow(name));
	}

	/**
	 * A declared queue of a generic type.
	 * @param name the name of a declaration
	 * @param type the type of its elements
	 * @param <T> the type of its elements
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	public <T> LimitQueue<T> queue(String name, TypeRef<T> type) {
		return open(name, type.type(), this.declared.follow(name));
	}

	/**
	 * A declared queue whose element type is only known at run time.
	 * @param name a declared name
	 * @param type the class or generic type of the elements
	 * @return the queue
	 * @throws IllegalArgumentException if no queue of that name is declared
	 */
	public LimitQueue<?> queue(String name, Type type) {
		return open(name, type, this.declared.follow(name));
	}

	/**
	 * A queue that needs no declaration.
	 * @param name its name, 1 to 512 characters
	 * @param type the class of its elements
	 * @param settings its settings, followed when they change
	 * @param <T> the type of its elements
	 * @return the queue
	 */
	public <T> LimitQueue<T> queue(String name, Class<T> type, LiveSettings<LimitQueueSettings> settings) {
		return open(name, type, settings);
	}

	/**
	 * A queue of a generic type that needs no declaration.
	 * @param name its name, 1 to 512 characters
	 * @param type the type of its elements
	 * @param settings its settings, followed when they change
	 * @param <T> the type of its elements
	 * @return the queue
	 */
	public <T> LimitQueue<T> queue(String name, TypeRef<T> type, LiveSettings<LimitQueueSettings> settings) {
		return open(name, type.type(), settings);
	}

	private <T> LimitQueue<T> open(String name, Type type, LiveSettings<LimitQueueSettings> settings) {
		Checks.hasLength("name", name, MAX_NAME);
		return new RedisLimitQueue<>(new LimitQueueStore(this.redis, this.keys, name, settings),
				this.codecs.codec(type));
	}

}
