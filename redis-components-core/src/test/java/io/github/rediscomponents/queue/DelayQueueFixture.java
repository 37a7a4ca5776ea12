// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.test.RedisTopology;

/**
 * A delay queue of its own for each test, and processes that consume it.
 */
abstract class DelayQueueFixture extends StreamQueueFixture {

	DelayQueueFixture(RedisTopology topology) {
		super(topology);
	}

	/** As another process has it. */
	DelayQueue<String> delays(WorkQueueSettings settings) {
		return delays(process(), settings);
	}

	DelayQueue<String> delays(StreamQueues process, WorkQueueSettings settings) {
		return DelayQueues.create(process, new LiveSettings<>(Map.of())).get(this.name, String.class, settings);
	}

	String key() {
		return "test:delay:{" + this.name + "}";
	}

	/** By the clock of the server. */
	Instant serverTime() {
		List<?> time = list(key(), "TIME");
		return Instant.ofEpochSecond(Long.parseLong(String.valueOf(time.get(0))),
				Long.parseLong(String.valueOf(time.get(1))) * 1000);
	}

	/**
	 * Every promotion script publishes once; besides them only changes of the head do.
	 */
	long published() {
		return server().commandCalls().getOrDefault("publish", 0L);
	}

}
