// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.queue.Delivery;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.DelayStats;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.queue.delay.ScheduleRequest;
import io.github.rediscomponents.queue.delay.Scheduled;
import io.github.rediscomponents.queue.delay.WaitingTask;

/**
 * The code of the page about delay queues.
 */
class DelayQueueExamples {

	private final Orders orders = (id) -> {
	};

	record Order(long id) {
	}

	interface Orders {

		void closeUnpaid(long id);

	}

	static class Checkout {

		private final DelayQueue<Order> unpaidDelayQueue;

		Checkout(DelayQueue<Order> unpaidDelayQueue) {
			this.unpaidDelayQueue = unpaidDelayQueue;
		}

		void ordered(Order order) {
			this.unpaidDelayQueue.schedule(order, Duration.ofMinutes(30), ScheduleOptions.id("order-" + order.id()));
		}

		boolean paid(Order order) {
			return this.unpaidDelayQueue.cancel("order-" + order.id()); // false: too late
		}

		Optional<Instant> oneMoreHour(Order order) {
			return this.unpaidDelayQueue.reschedule("order-" + order.id(), Duration.ofHours(1));
		}

	}

	@QueueListener(queue = "unpaid", kind = QueueKind.DELAY, concurrency = "4")
	void close(Order order) {
		this.orders.closeUnpaid(order.id());
	}

	Scheduled several(DelayQueue<Order> queue, List<Order> orders, Instant midnight) {
		Scheduled first = queue.schedule(orders.get(0), midnight);
		queue.schedule(orders.get(1), midnight, ScheduleOptions.replacing("last").withAttempts(3));
		List<Scheduled> all = queue
			.scheduleAll(orders.stream().map((order) -> ScheduleRequest.at(order, midnight)).toList());
		return all.isEmpty() ? first : all.get(0);
	}

	void look(DelayQueue<Order> queue) {
		List<WaitingTask<Order>> next = queue.peek(10);
		Optional<WaitingTask<Order>> one = queue.peek("order-7");
		long waiting = queue.size();
		DelayStats stats = queue.delayStats();
		System.out.println(next + " " + one + " " + waiting + " " + stats.overdue());
	}

	void byHand(DelayQueue<Order> queue) throws InterruptedException {
		Optional<TaskLease<Order>> due = queue.poll(Duration.ofSeconds(5));
		due.ifPresent((lease) -> {
			this.orders.closeUnpaid(lease.value().id());
			lease.ack();
		});
	}

	void undeclared(DelayQueues queues) {
		DelayQueue<Order> queue = queues.get("returns", Order.class,
				WorkQueueSettings.defaults().withMaxDeliveries(10));
		try (QueueSubscription subscription = queue.subscribe(this::handle, SubscribeOptions.concurrency(2))) {
			queue.schedule(new Order(7), Duration.ofDays(14));
		}
	}

	private void handle(Delivery<Order> delivery) {
		this.orders.closeUnpaid(delivery.value().id());
	}

}
