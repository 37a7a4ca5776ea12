// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;

/**
 * Our stream queue.
 */
final class OurStreamQueue implements QueueContender {

	/** As the defaults, but quick to give up. */
	static final WorkQueueSettings SETTINGS = WorkQueueSettings.defaults()
		.withMaxDeliveries(3)
		.withBackoff(Duration.ofMillis(100), Duration.ofMillis(100));

	static final SubscribeOptions OPTIONS = SubscribeOptions.concurrency(HANDLERS).withPrefetch(500);

	private final OurProcess process;

	private final StreamQueues streams;

	private final StreamQueue<String> queue;

	OurStreamQueue(String uri, Handler handler) {
		this.process = new OurProcess(uri);
		this.streams = streams(this.process);
		this.queue = this.streams.get("bench", String.class, SETTINGS);
		this.queue.subscribe((delivery) -> handler.handle(delivery.value()), OPTIONS);
	}

	static StreamQueues streams(OurProcess process) {
		return StreamQueues.create(process.port, process.keys, ValueCodecs.json(), process.background,
				new LiveSettings<>(Map.of()));
	}

	@Override
	public void send(String body) {
		this.queue.publish(body);
	}

	@Override
	public void sendAll(List<String> bodies) {
		this.queue.publishAll(bodies);
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
