// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;

/**
 * Redisson's RDelayedQueue, which its authors have deprecated for one that is sold.
 */
@SuppressWarnings("deprecation")
final class RedissonDelayContender implements DelayContender {

	private static final int AT_ONCE = 500;

	private final RedissonClient client;

	private final RDelayedQueue<String> delayed;

	private final ExecutorService workers = Executors.newCachedThreadPool();

	RedissonDelayContender(String uri, QueueContender.Handler handler) {
		this.client = RedissonQueueContender.client(uri);
		RBlockingQueue<String> queue = this.client.getBlockingQueue("bench");
		this.delayed = this.client.getDelayedQueue(queue);
		RedissonQueueContender.work(this.workers, queue, handler);
	}

	@Override
	public void schedule(String body, long millis) {
		this.delayed.offer(body, millis, TimeUnit.MILLISECONDS);
	}

	@Override
	public void scheduleAll(List<String> bodies, long dueMillis) {
		for (int i = 0; i < bodies.size(); i += AT_ONCE) {
			CompletableFuture
				.allOf(bodies.subList(i, Math.min(bodies.size(), i + AT_ONCE))
					.stream()
					.map((body) -> this.delayed
						.offerAsync(body, dueMillis - System.currentTimeMillis(), TimeUnit.MILLISECONDS)
						.toCompletableFuture())
					.toArray(CompletableFuture<?>[]::new))
				.join();
		}
	}

	@Override
	public String waitingKey() {
		return "redisson_delay_queue_timeout:{bench}";
	}

	@Override
	public long promotions(Map<String, Long> calls) {
		return calls.getOrDefault("zrangebyscore", 0L);
	}

	@Override
	public void close() {
		this.workers.shutdownNow();
		this.delayed.destroy();
		this.client.shutdown();
	}

}
