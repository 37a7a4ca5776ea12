// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.List;
import java.util.Map;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;

/**
 * Our task queue.
 */
final class OurTaskQueue extends OurQueue<TaskQueue<String>> implements QueueContender {

	OurTaskQueue(String uri, Handler handler) {
		super(uri, handler, (streams) -> TaskQueues.create(streams, new LiveSettings<>(Map.of()))
			.get(NAME, String.class, SETTINGS));
	}

	@Override
	public void send(String body) {
		this.queue.enqueue(body);
	}

	@Override
	public void sendAll(List<String> bodies) {
		this.queue.enqueueAll(bodies);
	}

}
