// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.stream;

import java.util.List;

import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.Published;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.engine.EngineQueue;
import io.github.rediscomponents.queue.engine.EngineQueues;
import io.github.rediscomponents.support.Checks;

/**
 * {@link StreamQueue} on the engine of the work queues.
 *
 * @param <T> the type of the messages
 */
final class RedisStreamQueue<T> extends EngineQueue<T> implements StreamQueue<T> {

	RedisStreamQueue(EngineQueues.Opened<T> opened) {
		super(opened);
	}

	@Override
	public Published publish(T message) {
		return publish(message, PublishOptions.DEFAULTS);
	}

	@Override
	public QueueStats stats(String group) {
		return store().stats(checked(group));
	}

	@Override
	public List<GroupStats> groups() {
		return store().groups().stats();
	}

	@Override
	public boolean removeGroup(String group) {
		return store().groups().remove(checked(group));
	}

	private static String checked(String group) {
		return Checks.hasLength("group", group, 128);
	}

	@Override
	public String streamKey() {
		return store().keys().stream();
	}

}
