// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.List;
import java.util.Map;

/**
 * Rqueue with a delay.
 */
final class RqueueDelayContender implements DelayContender {

	private final RqueueContender rqueue;

	RqueueDelayContender(String uri, QueueContender.Handler handler) {
		this.rqueue = new RqueueContender(uri, handler);
	}

	@Override
	public void schedule(String body, long millis) {
		this.rqueue.sendIn(body, millis);
	}

	@Override
	public void scheduleAll(List<String> bodies, long dueMillis) {
		bodies.forEach((body) -> this.rqueue.sendIn(body, dueMillis - System.currentTimeMillis()));
	}

	@Override
	public String waitingKey() {
		return "__rq::d-queue::{" + RqueueContender.QUEUE + "}";
	}

	@Override
	public long promotions(Map<String, Long> calls) {
		return calls.getOrDefault("zrangebyscore", 0L);
	}

	@Override
	public void close() {
		this.rqueue.close();
	}

}
