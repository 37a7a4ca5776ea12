// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.DefaultRedisScript;
import org.springframework.data.redis.core.script.RedisScript;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.queue.DeadLetter;
import io.github.rediscomponents.queue.DeadLetterException;
import io.github.rediscomponents.queue.DeadLetters;
import io.github.rediscomponents.queue.Delivery;
import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.OnFailure;
import io.github.rediscomponents.queue.PendingMessage;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.Published;
import io.github.rediscomponents.queue.QueueErrorHandler;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;

/**
 * What task-queue.md and stream-queue.md show.
 */
class QueueExamples {

	record Image(String path) {

	}

	record Mail(String to, String subject) {

	}

	record Order(long id, long voucher) {

	}

	static class Thumbnails {

		private final TaskQueue<Image> images;

		// @formatter:off
		Thumbnails(TaskQueue<Image> thumbnailsTaskQueue) {
			this.images = thumbnailsTaskQueue;
		}

		void added(Image image) {
			this.images.enqueue(image);
		}

		void work() throws InterruptedException {
			Optional<TaskLease<Image>> next = this.images.poll(Duration.ofSeconds(20)); // blocks
			if (next.isPresent()) {
				shrink(next.get().value());
				next.get().ack();
			}
		}

		// @formatter:on
		private void shrink(Image image) {
		}

	}

	static class Mails {

		private final Smtp smtp;

		Mails(Smtp smtp) {
			this.smtp = smtp;
		}

		// @formatter:off
		@QueueListener(queue = "email", concurrency = "${mail.workers:4}")
		void send(Mail mail, Delivery<Mail> delivery) {
			if (!mail.to().contains("@")) {
				throw new DeadLetterException("No address: " + mail.to());
			}
			this.smtp.send(mail, delivery.entryId());
		}

		boolean once(TaskQueue<Mail> emailTaskQueue, Mail mail, long userId) {
			Published published = emailTaskQueue.enqueue(mail, PublishOptions.id("welcome:" + userId));
			boolean again = published.duplicate();
			emailTaskQueue.enqueue(mail, PublishOptions.DEFAULTS.withAttempts(3).withBackoff(Duration.ofMinutes(1)));
			return again;
		}

		boolean pause(TaskQueue<Mail> emailTaskQueue) {
			emailTaskQueue.pause();
			boolean held = emailTaskQueue.isPaused();
			emailTaskQueue.resume();
			return held;
		}

		void pages(TaskQueue<Mail> emailTaskQueue) {
			Page<PendingMessage> page = emailTaskQueue.pending(null, 100);
			while (page.hasNext()) {
				page = emailTaskQueue.pending(page.next(), 100);
			}
		}

		void dead(TaskQueue<Mail> emailTaskQueue) {
			DeadLetters<Mail> dead = emailTaskQueue.deadLetters();
			for (DeadLetter<Mail> letter : dead.list(20)) {
				System.out.println(letter.originalId() + " " + letter.deliveries() + " " + letter.error());
			}
			dead.redrive(20); // the oldest, with all their attempts again
		}

		@Bean
		QueueErrorHandler mailErrors() {
			return (delivery, failure) -> {
				if (failure instanceof MailboxGone) {
					return OnFailure.ACKNOWLEDGE;
				}
				return (failure instanceof BadAddress) ? OnFailure.DEAD_LETTER : OnFailure.RETRY;
			};
		}
		// @formatter:on

	}

	static class Orders {

		private final StreamQueue<Order> orders;

		@Autowired
		Warehouse warehouse;

		// @formatter:off
		Orders(StreamQueue<Order> ordersStreamQueue) {
			this.orders = ordersStreamQueue;
		}

		void placed(Order order) {
			this.orders.publish(order, PublishOptions.id("order:" + order.id()));
		}

		@QueueListener(queue = "orders", group = "shipping", concurrency = "8")
		void ship(Order order) {
			this.warehouse.ship(order);
		}

		@QueueListener(queue = "orders", group = "statistics")
		void count(Delivery<Order> delivery) {
			this.warehouse.count(delivery.publishedAt(), delivery.value());
		}

		long programmatic(StreamQueue<Order> orders, List<Order> newOrders) {
			QueueSubscription subscription = orders.subscribe((delivery) -> ship(delivery.value()),
					SubscribeOptions.concurrency(8).withGroup("shipping"));
			List<Published> all = orders.publishAll(newOrders); // one flush
			QueueStats stats = orders.stats("shipping");
			long waiting = stats.lag() + stats.retrying();
			subscription.stop(Duration.ofSeconds(10)); // or with the application
			return waiting - all.size();
		}

		void tidy(StreamQueue<Order> orders) {
			for (GroupStats group : orders.groups()) {
				if (group.isForgotten(Duration.ofDays(2))) {
					orders.removeGroup(group.name());
				}
			}
		}
		// @formatter:on

	}

	static class Sale {

		private final StringRedisTemplate redis;

		private final String stockKey;

		private final StreamQueue<Order> orders;

		private final RedisScript<Long> script = new DefaultRedisScript<>("""
				if tonumber(redis.call('GET', KEYS[1]) or '0') < 1 then return 0 end
				redis.call('DECR', KEYS[1])
				redis.call('XADD', KEYS[2], '*', 'v', ARGV[1])
				return 1
				""", Long.class);

		private QueueSubscription subscription;

		// @formatter:off
		Sale(StreamQueues queues, StringRedisTemplate redis, long voucher) {
			this.redis = redis;
			this.stockKey = "shop:stock:{sale:" + voucher + "}";
			this.orders = queues.get("orders", "sale:" + voucher, Order.class,
					WorkQueueSettings.defaults());
		}

		boolean buy(Order order) {
			String message = new String(this.orders.payload(order), StandardCharsets.UTF_8);
			Long sold = this.redis.execute(this.script, List.of(this.stockKey, this.orders.streamKey()), message);
			return sold != null && sold == 1;
		}

		void end() {
			this.subscription.stop(Duration.ofSeconds(10));
			this.orders.retire(); // when it is empty
		}
		// @formatter:on

		void begin(java.util.function.Consumer<Order> save) {
			this.subscription = this.orders.subscribe((delivery) -> save.accept(delivery.value()),
					SubscribeOptions.DEFAULTS);
		}

	}

	interface Smtp {

		void send(Mail mail, String id);

	}

	interface Warehouse {

		void ship(Order order);

		void count(Instant at, Order order);

	}

	static class MailboxGone extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

	static class BadAddress extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

}
