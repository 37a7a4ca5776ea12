// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.util.Map;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link LimitQueues} in Redis.
 *
 * @param redis connection to Redis
 * @param keys creates the keys
 * @param codecs convert elements to bytes
 * @param declared the declared queues
 * @param loader the class loader of the declared types
 */
record RedisLimitQueues(CommandPort redis, KeySpace keys, ValueCodecs codecs, Declared<LimitQueueSettings> declared,
		ClassLoader loader) implements LimitQueues {

	private static final int MAX_NAME = 512;

	RedisLimitQueues(CommandPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, LimitQueueSettings>> declared, ClassLoader loader) {
		this(redis, keys, codecs, new Declared<>("limit queue", declared), loader);
	}

	@Override
	public LimitQueue<?> get(String name) {
		return get(name, this.declared.settings(name).elementType(this.loader));
	}

	@Override
	public <T> LimitQueue<T> get(String name, TypeRef<T> type) {
		return open(name, type, this.declared.follow(name));
	}

	@Override
	public <T> LimitQueue<T> get(String name, TypeRef<T> type, LimitQueueSettings settings) {
		return open(name, type, new LiveSettings<>(Checks.notNull("settings", settings)));
	}

	private <T> LimitQueue<T> open(String name, TypeRef<T> type, LiveSettings<LimitQueueSettings> settings) {
		Checks.hasLength("name", name, MAX_NAME);
		return new RedisLimitQueue<>(new LimitQueueStore(this.redis, this.keys, name, settings),
				this.codecs.codec(Checks.notNull("type", type).type()));
	}

}
