// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.util.Map;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.ApplicationLoader;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The {@link LimitQueue}s of an application, declared by name in the configuration or
 * not. Getting one sends nothing; two queues of one name are two instances on the same
 * elements. Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface LimitQueues {

	/**
	 * Creates a registry.
	 * @param redis connection to Redis
	 * @param keys creates the keys
	 * @param codecs convert elements to bytes
	 * @param declared the declared queues by name; a queue whose declaration changes
	 * follows at once, one whose declaration vanishes keeps its last settings
	 * @return the registry
	 */
	static LimitQueues create(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, LimitQueueSettings>> declared) {
		return create(redis, keys, codecs, declared, ApplicationLoader.current());
	}

	/**
	 * Creates a registry on any thread, whatever class loader that has.
	 * @param redis connection to Redis
	 * @param keys creates the keys
	 * @param codecs convert elements to bytes
	 * @param declared the declared queues by name; a queue whose declaration changes
	 * follows at once, one whose declaration vanishes keeps its last settings
	 * @param loader the class loader of the declared types
	 * @return the registry
	 */
	static LimitQueues create(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, LimitQueueSettings>> declared, ClassLoader loader) {
		return new RedisLimitQueues(CommandPort.of(redis), keys, codecs, declared, loader);
	}

	/**
	 * Returns a declared queue of the class that its declaration names.
	 * @param name the name of a declaration
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared, or its class does
	 * not exist
	 */
	LimitQueue<?> get(String name);

	/**
	 * Returns a declared queue. The type of the declaration is not looked at.
	 * @param name the name of a declaration
	 * @param type the type of its elements
	 * @param <T> the type of its elements
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	<T> LimitQueue<T> get(String name, TypeRef<T> type);

	/**
	 * Returns a declared queue. The type of the declaration is not looked at.
	 * @param name the name of a declaration
	 * @param type the class of its elements
	 * @param <T> the type of its elements
	 * @return the queue
	 * @throws IllegalArgumentException if no such queue is declared
	 */
	default <T> LimitQueue<T> get(String name, Class<T> type) {
		return get(name, TypeRef.of(type));
	}

	/**
	 * Returns a queue that needs no declaration.
	 * @param name its name, 1 to 512 characters
	 * @param type the type of its elements
	 * @param settings its settings
	 * @param <T> the type of its elements
	 * @return the queue
	 */
	<T> LimitQueue<T> get(String name, TypeRef<T> type, LimitQueueSettings settings);

	/**
	 * Returns a queue that needs no declaration.
	 * @param name its name, 1 to 512 characters
	 * @param type the class of its elements
	 * @param settings its settings
	 * @param <T> the type of its elements
	 * @return the queue
	 */
	default <T> LimitQueue<T> get(String name, Class<T> type, LimitQueueSettings settings) {
		return get(name, TypeRef.of(type), settings);
	}

}
