// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;

/**
 * Our task queue.
 */
final class OurTaskQueue implements QueueContender {

	private final OurProcess process;

	private final StreamQueues streams;

	private final TaskQueue<String> queue;

	OurTaskQueue(String uri, Handler handler) {
		this.process = new OurProcess(uri);
		this.streams = OurStreamQueue.streams(this.process);
		this.queue = TaskQueues.create(this.streams, new LiveSettings<>(Map.of()))
			.get("bench", String.class, OurStreamQueue.SETTINGS);
		this.queue.subscribe((delivery) -> handler.handle(delivery.value()), OurStreamQueue.OPTIONS);
	}

	@Override
	public void send(String body) {
		this.queue.enqueue(body);
	}

	@Override
	public void sendAll(List<String> bodies) {
		this.queue.enqueueAll(bodies);
	}

	@Override
	public OptionalLong deadLetters() {
		return OptionalLong.of(this.queue.deadLetters().size());
	}

	@Override
	public void close() {
		this.streams.close();
		this.process.close();
	}

}
