// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.OurProcess;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueue;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.stream.StreamQueues;

/**
 * A queue of ours in a process of its own.
 *
 * @param <Q> the type of the queue
 */
abstract class OurQueue<Q extends WorkQueue<String>> {

	/** The name of the queue, of whatever kind. */
	static final String NAME = "bench";

	/** As the defaults, but quick to give up. */
	static final WorkQueueSettings SETTINGS = WorkQueueSettings.defaults()
		.withMaxDeliveries(3)
		.withBackoff(Duration.ofMillis(100), Duration.ofMillis(100));

	private static final SubscribeOptions OPTIONS = SubscribeOptions.concurrency(QueueContender.HANDLERS)
		.withPrefetch(500);

	final OurProcess process;

	private final StreamQueues streams;

	/** Hands its messages to the handler. */
	final Q queue;

	OurQueue(String uri, QueueContender.Handler handler, Function<StreamQueues, Q> opening) {
		this.process = new OurProcess(uri);
		this.streams = StreamQueues.create(this.process.port, this.process.keys, ValueCodecs.json(),
				this.process.background, new LiveSettings<>(Map.of()));
		this.queue = opening.apply(this.streams);
		this.queue.subscribe((delivery) -> handler.handle(delivery.value()), OPTIONS);
	}

	public OptionalLong deadLetters() {
		return OptionalLong.of(this.queue.deadLetters().size());
	}

	public void close() {
		this.streams.close();
		this.process.close();
	}

}
