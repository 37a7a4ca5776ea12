// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.redisson;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;

import io.github.rediscomponents.tutorial.queue.Handler;

/**
 * Unpaid orders in a delayed queue of Redisson.
 */
@SuppressWarnings("deprecation")
public class BeforeDelayedQueue {

	private final RBlockingQueue<String> due;

	private final RDelayedQueue<String> delayed;

	public BeforeDelayedQueue(RedissonClient redisson) {
		this.due = redisson.getBlockingQueue("unpaid");
		this.delayed = redisson.getDelayedQueue(this.due);
	}

	public void ordered(String order, Duration delay) {
		this.delayed.offer(order, delay.toMillis(), TimeUnit.MILLISECONDS);
	}

	public boolean paid(String order) {
		return this.delayed.remove(order);
	}

	public void closeNext(Handler handler) throws InterruptedException {
		String order = this.due.poll(1, TimeUnit.SECONDS);
		if (order != null) {
			handler.handle(order);
		}
	}

	/** In this order: a due order moves from the first to the second. */
	public boolean isDrained() {
		return this.delayed.isEmpty() && this.due.isEmpty();
	}

}
