// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.queue.QueueContexts.Mail;
import io.github.rediscomponents.autoconfigure.queue.QueueContexts.Order;
import io.github.rediscomponents.queue.QueueFullException;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.TrimPolicy;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class QueueBeansTests {

	@Test
	void declaredQueuesAreBeansOfTheTypeOfTheirInjectionPoint() {
		QueueContexts.runner()
			.withPropertyValues("redis-components.task-queue.queues.night-jobs=",
					"redis-components.stream-queue.queues.orders.type=" + Order.class.getName())
			.withUserConfiguration(Shop.class)
			.run((context) -> {
				Shop shop = context.getBean(Shop.class);
				shop.emailTaskQueue.enqueue(new Mail("anna", "hello"));
				TaskLease<Mail> task = shop.emailTaskQueue.poll(QueueContexts.PATIENCE).orElseThrow();
				assertThat(task.value()).isEqualTo(new Mail("anna", "hello"));
				task.ack();
				shop.nightJobsTaskQueue.enqueue(Map.of("clean", List.of(1, 2)));
				assertThat(shop.nightJobsTaskQueue.poll(Duration.ZERO).orElseThrow().value())
					.isEqualTo(Map.of("clean", List.of(1, 2)));
				shop.ordersQueue.publish(new Order(7, "tea"));
				assertThat(shop.ordersQueue.stats().depth()).isEqualTo(1);
				assertThat(shop.ordersQueue).isSameAs(context.getBean("ordersStreamQueue"));
				assertThat(context.getBean(StreamQueues.class).names()).containsExactly("orders");
				assertThat(context.getBean(TaskQueues.class).names()).containsExactlyInAnyOrder("email", "night-jobs");
			});
	}

	@Test
	void aQueueHasItsOwnSettingsOverTheCommonOnes() {
		QueueContexts.runner()
			.withPropertyValues("redis-components.stream-queue.defaults.group=shop",
					"redis-components.stream-queue.defaults.retention=all-groups",
					"redis-components.stream-queue.defaults.backoff=7s",
					"redis-components.stream-queue.defaults.max-payload=2KB",
					"redis-components.stream-queue.queues.all.visibility=45s",
					"redis-components.stream-queue.queues.all.max-deliveries=9",
					"redis-components.stream-queue.queues.all.max-backoff=1h",
					"redis-components.stream-queue.queues.all.max-length=1000",
					"redis-components.stream-queue.queues.all.overflow=drop-oldest",
					"redis-components.stream-queue.queues.all.dedupe-window=1d",
					"redis-components.stream-queue.queues.all.consumer-ttl=3m",
					"redis-components.stream-queue.queues.all.max-dead-letters=70",
					"redis-components.stream-queue.queues.all.trace=true",
					"redis-components.stream-queue.defaults.group-ttl=2d",
					"redis-components.stream-queue.queues.all.unreadable-retry=1h",
					"redis-components.stream-queue.queues.own.group=other",
					"redis-components.stream-queue.queues.own.retention=acknowledged")
			.run((context) -> {
				StreamQueues queues = context.getBean(StreamQueues.class);
				assertThat(queues.settings("all")).isEqualTo(WorkQueueSettings.defaults()
					.withGroup("shop")
					.withRetention(TrimPolicy.ALL_GROUPS)
					.withVisibility(Duration.ofSeconds(45))
					.withMaxDeliveries(9)
					.withBackoff(Duration.ofSeconds(7), Duration.ofHours(1))
					.withMaxLength(1000, Overflow.DROP_OLDEST)
					.withMaxPayload(2048)
					.withDedupeWindow(Duration.ofDays(1))
					.withConsumerTtl(Duration.ofMinutes(3))
					.withMaxDeadLetters(70)
					.withTrace(true)
					.withGroupTtl(Duration.ofDays(2))
					.withUnreadableRetry(Duration.ofHours(1)));
				assertThat(queues.settings("own").group()).isEqualTo("other");
				assertThat(queues.settings("own").retention()).isEqualTo(TrimPolicy.ACKNOWLEDGED);
				assertThat(queues.settings("own").maxPayload()).isEqualTo(2048);
			});
	}

	@Test
	void theApplicationsOwnBeansWin() {
		QueueContexts.runner().withUserConfiguration(Own.class).run((context) -> {
			assertThat(context).hasSingleBean(StreamQueues.class).hasSingleBean(TaskQueues.class);
			assertThat(context.getBean(TaskQueues.class).names()).containsExactly("mine");
			assertThat(context.getBean("emailTaskQueue")).isEqualTo("not a queue");
		});
	}

	@Test
	void taskQueuesWorkWithoutStreamQueuesAndStopWithTheContext() {
		QueueContexts.runner().withPropertyValues("redis-components.stream-queue.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(StreamQueues.class);
			TaskQueue<String> queue = context.getBean(TaskQueues.class).get("email", String.class);
			var subscription = queue.subscribe((delivery) -> {
			}, SubscribeOptions.DEFAULTS);
			context.close();
			assertThat(subscription.isRunning()).isFalse();
		});
		QueueContexts.runner()
			.withPropertyValues("redis-components.task-queue.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(StreamQueues.class)
				.doesNotHaveBean(TaskQueues.class)
				.doesNotHaveBean("emailTaskQueue"));
	}

	@Test
	void settingsChangeWhileRunningAndWhatNeedsARestartIsReported() {
		QueueContexts.runner().run((context) -> {
			var refresher = context
				.getBean(io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.class);
			TaskQueue<String> tasks = context.getBean(TaskQueues.class).get("email", String.class);
			tasks.enqueueAll(List.of("a", "b"));
			TestContexts.change(context, "redis-components.task-queue.queues.email.max-length", "2");
			TestContexts.change(context, "redis-components.queue-listener.drain-timeout", "1s");
			TestContexts.change(context, "redis-components.stream-queue.queues.orders.group", "others");
			TestContexts.change(context, "redis-components.stream-queue.queues.orders.max-deliveries", "2");
			var refresh = refresher.refresh();
			assertThat(refresh.changed()).containsExactlyInAnyOrder("redis-components.task-queue",
					"redis-components.stream-queue", "redis-components.queue-listener");
			assertThat(refresh.waitingForRestart())
				.containsExactly("redis-components.stream-queue.queues.orders.group");
			WorkQueueSettings orders = context.getBean(StreamQueues.class).settings("orders");
			assertThat(orders.group()).isEqualTo("workers");
			assertThat(orders.maxDeliveries()).isEqualTo(2);
			assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> tasks.enqueue("c"));
			TestContexts.change(context, "redis-components.task-queue.queues.email.max-length", "-1");
			assertThat(refresher.refresh().refused()).singleElement()
				.asString()
				.contains("redis-components.task-queue.queues.email.max-length");
			assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> tasks.enqueue("c"));
			TestContexts.change(context, "redis-components.task-queue.queues.email.max-length", "3");
			TestContexts.change(context, "redis-components.task-queue.queues.fresh.trace", "true");
			refresher.refresh();
			tasks.enqueue("c");
			assertThat(context.getBean(TaskQueues.class).get("fresh", String.class).stats().depth()).isZero();
		});
	}

	@Test
	void anInjectionPointWithoutATypeSaysWhatToDo() {
		QueueContexts.runner()
			.withUserConfiguration(Raw.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("redis-components.task-queue.queues.email.type"));
	}

	static class Shop {

		@Autowired
		TaskQueue<Mail> emailTaskQueue;

		@Autowired
		TaskQueue<Map<String, List<Integer>>> nightJobsTaskQueue;

		@Autowired
		StreamQueue<Order> ordersQueue;

	}

	static class Raw {

		@Autowired
		@SuppressWarnings("rawtypes")
		TaskQueue emailTaskQueue;

	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		TaskQueues myTasks(StreamQueues streams) {
			return TaskQueues.create(streams, new LiveSettings<>(Map.of("mine", WorkQueueSettings.defaults())));
		}

		@Bean
		String emailTaskQueue() {
			return "not a queue";
		}

	}

}
