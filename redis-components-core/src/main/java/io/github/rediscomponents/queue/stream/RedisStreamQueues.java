// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.stream;

import java.util.Map;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.engine.EngineQueues;
import io.github.rediscomponents.queue.engine.QueueEngine;
import io.github.rediscomponents.support.Checks;

/**
 * {@link StreamQueues} on the engine of the work queues.
 */
final class RedisStreamQueues extends EngineQueues implements StreamQueues {

	RedisStreamQueues(QueueEngine engine, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, WorkQueueSettings>> declared) {
		super(QueueKind.STREAM, engine, keys, codecs, declared);
	}

	@Override
	public <T> StreamQueue<T> get(String name, TypeRef<T> type) {
		return new RedisStreamQueue<>(open(name, type));
	}

	@Override
	public <T> StreamQueue<T> get(String name, TypeRef<T> type, WorkQueueSettings settings) {
		return new RedisStreamQueue<>(open(name, null, type, settings));
	}

	@Override
	public <T> StreamQueue<T> get(String name, String hashTag, Class<T> type, WorkQueueSettings settings) {
		return new RedisStreamQueue<>(open(name, Checks.notNull("hashTag", hashTag), TypeRef.of(type), settings));
	}

}
