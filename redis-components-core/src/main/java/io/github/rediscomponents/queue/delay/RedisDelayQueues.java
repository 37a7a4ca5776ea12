// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.util.Map;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.engine.EngineQueues;
import io.github.rediscomponents.support.Checks;

/**
 * {@link DelayQueues} on the engine of the work queues.
 */
final class RedisDelayQueues extends EngineQueues implements DelayQueues {

	private final Promoters promoters;

	RedisDelayQueues(EngineQueues streams, LiveSettings<Map<String, WorkQueueSettings>> declared) {
		super(QueueKind.DELAY, streams, declared);
		this.promoters = new Promoters(engine(), channel("due"));
	}

	@Override
	public <T> DelayQueue<T> get(String name, TypeRef<T> type) {
		return queue(open(name, type));
	}

	@Override
	public <T> DelayQueue<T> get(String name, TypeRef<T> type, WorkQueueSettings settings) {
		return queue(open(name, null, type, settings));
	}

	private <T> DelayQueue<T> queue(Opened<T> opened) {
		Checks.isTrue(opened.store().settings().get().overflow() == Overflow.REJECT,
				"queue.overflow must be " + Overflow.REJECT + ": a delay queue drops nothing");
		return new RedisDelayQueue<>(opened, this.promoters);
	}

}
