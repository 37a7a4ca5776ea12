// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

/**
 * The queues that are compared. The first is ours.
 */
enum QueueCandidate {

	/** Ours, at least once. */
	TASK_QUEUE("redis-components TaskQueue", true, 10_000, OurTaskQueue::new),

	/** Ours, at least once; what a task queue is made of. */
	STREAM_QUEUE("redis-components StreamQueue", true, 10_000, OurStreamQueue::new),

	/** Redisson's RBlockingQueue, at most once. */
	REDISSON("redisson RBlockingQueue (at most once)", true, 10_000, RedissonQueueContender::new),

	/** Spring Data's container, at least once as long as it runs. */
	SPRING("spring StreamMessageListenerContainer", true, 10_000, SpringStreamContender::new),

	/** Rqueue, at least once, which fetches what its threads can take every 200 ms. */
	RQUEUE("rqueue", false, 200, RqueueContender::new);

	private final String label;

	private final boolean batches;

	private final int many;

	private final Opening opening;

	QueueCandidate(String label, boolean batches, int many, Opening opening) {
		this.label = label;
		this.batches = batches;
		this.many = many;
		this.opening = opening;
	}

	/**
	 * Opens a process whose handlers run at once.
	 * @param uri where Redis is
	 * @param handler works on what comes
	 * @return a process
	 */
	QueueContender open(String uri, QueueContender.Handler handler) {
		return this.opening.open(uri, handler);
	}

	String label() {
		return this.label;
	}

	/** Whether the library can send several messages in fewer round trips. */
	boolean batches() {
		return this.batches;
	}

	/** As many messages as it can work on in a few seconds. */
	int many() {
		return this.many;
	}

	/** How a process is opened. */
	private interface Opening {

		QueueContender open(String uri, QueueContender.Handler handler);

	}

}
