// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

/**
 * The delayed queues that are compared. The first is ours.
 */
enum DelayCandidate {

	/** Ours, at least once. */
	DELAY_QUEUE("redis-components DelayQueue", 50_000, 5_000, OurDelayQueue::new),

	/** Redisson's RDelayedQueue in front of an RBlockingQueue, at most once. */
	REDISSON("redisson RDelayedQueue", 50_000, 15_000, RedissonDelayContender::new),

	/** Rqueue, whose schedulers look every two seconds. */
	RQUEUE("rqueue", 2_000, 5_000, RqueueDelayContender::new);

	private final String label;

	private final int many;

	private final int aheadMillis;

	private final Opening opening;

	DelayCandidate(String label, int many, int aheadMillis, Opening opening) {
		this.label = label;
		this.many = many;
		this.aheadMillis = aheadMillis;
		this.opening = opening;
	}

	/**
	 * Opens a process whose handlers run at once.
	 * @param uri where Redis is
	 * @param handler works on what is due
	 * @return a process
	 */
	DelayContender open(String uri, QueueContender.Handler handler) {
		return this.opening.open(uri, handler);
	}

	String label() {
		return this.label;
	}

	/** As many messages as it can schedule and move in some seconds. */
	int many() {
		return this.many;
	}

	/** Longer than it takes to schedule them. */
	int aheadMillis() {
		return this.aheadMillis;
	}

	/** How a process is opened. */
	private interface Opening {

		DelayContender open(String uri, QueueContender.Handler handler);

	}

}
