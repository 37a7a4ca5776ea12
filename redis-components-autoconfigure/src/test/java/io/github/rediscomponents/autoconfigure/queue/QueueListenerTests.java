// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.autoconfigure.queue.QueueContexts.Mail;
import io.github.rediscomponents.autoconfigure.queue.QueueContexts.Order;
import io.github.rediscomponents.queue.DeadLetterException;
import io.github.rediscomponents.queue.Delivery;
import io.github.rediscomponents.queue.OnFailure;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.QueueErrorHandler;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class QueueListenerTests {

	@Test
	void methodsWorkOnTasksAndOnMessagesOfTheirType() {
		QueueContexts.runner().withBean(Listeners.class).run((context) -> {
			tasks(context).enqueue(new Mail("anna", "hello"), PublishOptions.id("m1"));
			orders(context).publish(Map.of("basket", List.of(new Order(7, "tea"))));
			Listeners listeners = context.getBean(Listeners.class);
			await().atMost(QueueContexts.PATIENCE).untilAsserted(() -> {
				assertThat(listeners.seen).containsExactlyInAnyOrder("mail anna m1 1", "order tea");
				assertThat(tasks(context).stats().depth()).isZero();
				assertThat(orders(context).stats().depth()).isZero();
			});
		});
	}

	@Test
	void severalWorkAtOnceIfTheListenerSaysSo() {
		QueueContexts.runner()
			.withPropertyValues("mail.workers=3", "mail.queue=email")
			.withBean(Concurrent.class)
			.run((context) -> {
				tasks(context).enqueueAll(List.of(new Mail("a", ""), new Mail("b", ""), new Mail("c", "")));
				await().atMost(QueueContexts.PATIENCE)
					.untilAsserted(() -> assertThat(tasks(context).stats().depth()).isZero());
				assertThat(context.getBean(Concurrent.class).seen).containsExactlyInAnyOrder("a", "b", "c");
			});
	}

	@Test
	void aFailureIsTriedAgainAndADeadLetterIsOneAtOnce() {
		QueueContexts.runner().withBean(Failing.class).run((context) -> {
			tasks(context).enqueueAll(List.of(new Mail("second", ""), new Mail("never", ""), new Mail("poison", "")));
			await().atMost(QueueContexts.PATIENCE).untilAsserted(() -> {
				assertThat(tasks(context).stats()).extracting(QueueStats::depth, QueueStats::deadLetters)
					.containsExactly(0L, 2L);
				assertThat(context.getBean(Failing.class).seen).containsExactlyInAnyOrder("second 1", "second 2",
						"never 1", "never 2", "never 3", "poison 1");
			});
			assertThat(tasks(context).deadLetters().list(10))
				.extracting((letter) -> letter.value().map(Mail::to).orElseThrow() + ": " + letter.error())
				.containsExactlyInAnyOrder("never: java.io.IOException: no", "poison: useless");
		});
	}

	@Test
	void anErrorHandlerDecidesWhereThereIsOne() {
		QueueContexts.runner()
			.withBean(Failing.class)
			.withBean(QueueErrorHandler.class,
					() -> (delivery, failure) -> (failure instanceof java.io.IOException) ? OnFailure.DEAD_LETTER
							: OnFailure.ACKNOWLEDGE)
			.run((context) -> {
				tasks(context).enqueueAll(List.of(new Mail("second", ""), new Mail("never", "")));
				await().atMost(QueueContexts.PATIENCE)
					.untilAsserted(() -> assertThat(tasks(context).stats())
						.extracting(QueueStats::depth, QueueStats::deadLetters)
						.containsExactly(0L, 1L));
				assertThat(context.getBean(Failing.class).seen).containsExactlyInAnyOrder("second 1", "never 1");
				assertThat(tasks(context).deadLetters().list(1)).singleElement()
					.satisfies((letter) -> assertThat(letter.error()).isEqualTo("java.io.IOException: no"));
			});
	}

	@Test
	void aNamedErrorHandlerIsTakenOfSeveral() {
		QueueContexts.runner()
			.withBean(Named.class)
			.withBean("retrying", QueueErrorHandler.class, () -> (delivery, failure) -> OnFailure.RETRY)
			.withBean("forgiving", QueueErrorHandler.class, () -> (delivery, failure) -> OnFailure.ACKNOWLEDGE)
			.run((context) -> {
				tasks(context).enqueue(new Mail("a", ""));
				QueueContexts.awaitAllDone(tasks(context));
			});
	}

	@Test
	void eachGroupOfAStreamGetsEveryMessage() {
		QueueContexts.runner()
			.withPropertyValues("redis-components.stream-queue.queues.news.retention=all-groups",
					"redis-components.task-queue.queues.news=")
			.withBean(Groups.class)
			.run((context) -> {
				context.getBean(StreamQueues.class).get("news", String.class).publishAll(List.of("x", "y"));
				await().atMost(QueueContexts.PATIENCE)
					.untilAsserted(() -> assertThat(context.getBean(Groups.class).seen)
						.containsExactlyInAnyOrder("one x", "one y", "two x", "two y"));
			});
	}

	@Test
	void theTypeThatTheQueueDeclaresIsReadForAParameterAboveIt() {
		QueueContexts.runner()
			.withPropertyValues("redis-components.task-queue.queues.email.type=" + Mail.class.getName())
			.withBean(Above.class)
			.run((context) -> {
				tasks(context).enqueue(new Mail("a", ""));
				await().atMost(QueueContexts.PATIENCE)
					.untilAsserted(
							() -> assertThat(context.getBean(Above.class).seen).containsExactly(new Mail("a", "")));
			});
	}

	@Test
	void aLazyBeanListensToo() {
		QueueContexts.runner()
			.withBean(Listeners.class, Listeners::new, (definition) -> definition.setLazyInit(true))
			.run((context) -> {
				tasks(context).enqueue(new Mail("a", ""));
				QueueContexts.awaitAllDone(tasks(context));
				assertThat(context.getBean(Listeners.class).seen).containsExactly("mail a ? 1");
			});
	}

	@Test
	void listenersCanBeTurnedOff() {
		QueueContexts.runner()
			.withPropertyValues("redis-components.queue-listener.enabled=false")
			.withBean(Listeners.class)
			.run((context) -> assertThat(context.getBean(TaskQueues.class).activity()).isEmpty());
	}

	static TaskQueue<Mail> tasks(ApplicationContext context) {
		return context.getBean(TaskQueues.class).get("email", Mail.class);
	}

	private static StreamQueue<Object> orders(ApplicationContext context) {
		return context.getBean(StreamQueues.class).get("orders", Object.class);
	}

	static class Base<T> {

		final Queue<Object> seen = new ConcurrentLinkedQueue<>();

		@QueueListener("orders")
		void orders(Map<String, List<T>> baskets) {
			baskets.values().forEach((orders) -> orders.forEach((order) -> this.seen.add(text(order))));
		}

		String text(T one) {
			return one.toString();
		}

	}

	static class Listeners extends Base<Order> {

		@QueueListener(queue = "email", kind = QueueKind.TASK)
		void mail(Delivery<Mail> delivery, Mail mail) {
			Optional<String> id = delivery.messageId();
			this.seen.add("mail " + mail.to() + " " + id.orElse("?") + " " + delivery.attempt());
		}

		@Override
		String text(Order order) {
			return "order " + order.what();
		}

	}

	static class Concurrent {

		private final CyclicBarrier together = new CyclicBarrier(3);

		final Queue<String> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "${mail.queue}", concurrency = "${mail.workers}", prefetch = "${mail.prefetch:0}")
		void mail(Mail mail) throws Exception {
			this.together.await(QueueContexts.PATIENCE.toSeconds(), TimeUnit.SECONDS);
			this.seen.add(mail.to());
		}

	}

	static class Failing {

		final Queue<String> seen = new ConcurrentLinkedQueue<>();

		@QueueListener("email")
		void mail(Delivery<Mail> delivery) throws Exception {
			Mail mail = delivery.value();
			this.seen.add(mail.to() + " " + delivery.attempt());
			if (mail.to().equals("never")) {
				throw new java.io.IOException("no");
			}
			if (mail.to().equals("poison")) {
				throw new DeadLetterException("useless");
			}
			if (delivery.attempt() == 1) {
				throw new IllegalStateException("later");
			}
		}

	}

	static class Named {

		@QueueListener(queue = "email", errorHandler = "forgiving")
		void mail(Mail mail) {
			throw new IllegalStateException("always");
		}

	}

	static class Groups {

		final Queue<String> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "news", kind = QueueKind.STREAM, group = "one")
		void one(String news) {
			this.seen.add("one " + news);
		}

		@QueueListener(queue = "news", kind = QueueKind.STREAM, group = "two")
		void two(String news) {
			this.seen.add("two " + news);
		}

	}

	static class Above {

		final Queue<Object> seen = new ConcurrentLinkedQueue<>();

		@QueueListener("email")
		void mail(Record any) {
			this.seen.add(any);
		}

	}

}
