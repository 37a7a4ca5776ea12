// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.ScheduleRequest;

/**
 * Our delay queue.
 */
final class OurDelayQueue extends OurQueue<DelayQueue<String>> implements DelayContender {

	OurDelayQueue(String uri, QueueContender.Handler handler) {
		super(uri, handler, (streams) -> DelayQueues.create(streams, new LiveSettings<>(Map.of()))
			.get(NAME, String.class, SETTINGS));
	}

	@Override
	public void schedule(String body, long millis) {
		this.queue.schedule(body, Duration.ofMillis(millis));
	}

	@Override
	public void scheduleAll(List<String> bodies, long dueMillis) {
		Instant due = Instant.ofEpochMilli(dueMillis);
		this.queue.scheduleAll(bodies.stream()
			.<ScheduleRequest<? extends String>>map((body) -> ScheduleRequest.at(body, due))
			.toList());
	}

	@Override
	public String waitingKey() {
		return this.process.keys.key("delay", NAME) + ":due";
	}

	@Override
	public long promotions(Map<String, Long> calls) {
		return calls.getOrDefault("zrangebyscore", 0L);
	}

}
