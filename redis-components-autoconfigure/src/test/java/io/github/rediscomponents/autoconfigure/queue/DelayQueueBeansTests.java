// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.queue.QueueContexts.Mail;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.queue.Delivery;
import io.github.rediscomponents.queue.QueueFullException;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.queue.stream.StreamQueues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class DelayQueueBeansTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private static ApplicationContextRunner runner() {
		return TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID(),
					"management.endpoints.web.exposure.include=redisComponents",
					"redis-components.delay-queue.queues.reminder.backoff=20ms");
	}

	@Test
	void aDeclaredQueueIsABeanAndHasAListener() {
		runner().withPropertyValues("redis-components.task-queue.queues.reminder.backoff=1s")
			.withUserConfiguration(Shop.class)
			.run((context) -> {
				Shop shop = context.getBean(Shop.class);
				shop.reminderDelayQueue.schedule(new Mail("anna", "later"), HOUR, ScheduleOptions.id("a"));
				shop.reminderDelayQueue.schedule(new Mail("bert", "soon"), Duration.ofMillis(50));
				await().atMost(QueueContexts.PATIENCE).until(() -> shop.seen.size() == 1);
				Delivery<Mail> seen = shop.seen.element();
				assertThat(seen.value()).isEqualTo(new Mail("bert", "soon"));
				assertThat(shop.reminderDelayQueue.cancel("a")).isTrue();
				assertThat(context.getBean(DelayQueues.class).activity()).hasSize(1);
			});
	}

	@Test
	void aQueueHasItsOwnSettingsOverTheCommonOnes() {
		runner()
			.withPropertyValues("redis-components.delay-queue.defaults.visibility=45s",
					"redis-components.delay-queue.defaults.max-length=1000",
					"redis-components.delay-queue.queues.own.max-length=7",
					"redis-components.delay-queue.queues.own.max-payload=2KB",
					"redis-components.delay-queue.queues.own.trace=true")
			.run((context) -> {
				DelayQueues queues = context.getBean(DelayQueues.class);
				WorkQueueSettings common = WorkQueueSettings.defaults().withVisibility(Duration.ofSeconds(45));
				assertThat(queues.names()).containsExactlyInAnyOrder("reminder", "own");
				assertThat(queues.settings("own"))
					.isEqualTo(common.withMaxLength(7, common.overflow()).withMaxPayload(2048).withTrace(true));
				assertThat(queues.settings("reminder")).isEqualTo(common.withMaxLength(1000, common.overflow())
					.withBackoff(Duration.ofMillis(20), common.maxBackoff()));
			});
	}

	@Test
	void whatIsWrongStopsTheStartWithTheNameOfTheProperty() {
		runner().withPropertyValues("redis-components.delay-queue.queues.reminder.max-length=-1")
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining("max-length"));
		runner().withPropertyValues("redis-components.delay-queue.queues.reminder.overflow=reject")
			.run((context) -> assertThat(context).hasFailed());
	}

	@Test
	void settingsChangeWhileRunning() {
		runner().run((context) -> {
			DelayQueue<String> queue = context.getBean(DelayQueues.class).get("reminder", String.class);
			queue.schedule("a", HOUR);
			TestContexts.change(context, "redis-components.delay-queue.queues.reminder.max-length", "1");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.delay-queue");
			assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.schedule("b", HOUR));
		});
	}

	@Test
	void worksWithoutStreamQueuesAndStopsWithTheContext() {
		runner().withPropertyValues("redis-components.stream-queue.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(StreamQueues.class);
			var subscription = context.getBean(DelayQueues.class)
				.get("reminder", String.class)
				.subscribe((delivery) -> {
				}, SubscribeOptions.DEFAULTS);
			context.close();
			assertThat(subscription.isRunning()).isFalse();
		});
		runner().withPropertyValues("redis-components.delay-queue.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(DelayQueues.class)
				.doesNotHaveBean("reminderDelayQueue"));
	}

	@Test
	void theApplicationsOwnBeanWins() {
		runner().withUserConfiguration(Own.class)
			.run((context) -> assertThat(context.getBean(DelayQueues.class).names()).containsExactly("mine"));
	}

	@Test
	void showsAndMeasuresWhatWaits() {
		runner().withBean(SimpleMeterRegistry.class).run((context) -> {
			DelayQueue<String> queue = context.getBean(DelayQueues.class).get("reminder", String.class);
			queue.schedule("late", Duration.ZERO);
			queue.schedule("far", HOUR);
			await().atMost(QueueContexts.PATIENCE).until(() -> queue.delayStats().overdue() == 1);
			QueueView view = context.getBean("delayQueueView", QueueView.class);
			assertThat(view.room()).isEqualTo("delay-queue");
			assertThat(view.find("reminder")).containsEntry("waiting", 2L)
				.containsEntry("overdue", 1L)
				.containsEntry("untilNext", "PT0S")
				.containsEntry("depth", 0L);
			String far = queue.peek(2).get(1).id();
			assertThat(view.lists()).containsExactly("dead-letters", "pending", "waiting");
			assertThat((List<?>) view.list("reminder", "waiting", null).get("items")).hasSize(2)
				.anyMatch((one) -> ((Map<?, ?>) one).get("id").equals(far));
			assertThat(view.act("reschedule", "reminder", far, Map.of("value", "PT3H")))
				.containsEntry("rescheduled", true)
				.containsKey("due");
			assertThat(view.act("reschedule", "reminder", far, Map.of("value", "2100-01-01T00:00:00Z")))
				.containsEntry("due", "2100-01-01T00:00:00Z");
			assertThatIllegalArgumentException()
				.isThrownBy(() -> view.act("reschedule", "reminder", far, Map.of("value", "soon")));
			assertThatIllegalArgumentException().isThrownBy(() -> view.act("reschedule", "reminder", far));
			assertThatIllegalArgumentException().isThrownBy(() -> view.act("cancel", "reminder", null));
			assertThat(view.act("cancel", "reminder", far)).containsEntry("cancelled", true);
			assertThat(view.act("cancel", "reminder", far)).containsEntry("cancelled", false);
			queue.schedule("far", HOUR);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.get("redis.components.queue.published")
				.tags("kind", "delay", "queue", "reminder", "outcome", "added")
				.counter()
				.count()).isEqualTo(3);
			context.getBean(QueueGauges.class).bindTo(registry);
			await().atMost(QueueContexts.PATIENCE)
				.until(() -> registry.get("redis.components.queue.waiting")
					.tag("queue", "reminder")
					.gauge()
					.value() == 2
						&& registry.get("redis.components.queue.overdue")
							.tag("queue", "reminder")
							.gauge()
							.value() == 1);
			assertThat(view.act("purge", "reminder", null)).containsEntry("purged", 2L);
		});
	}

	static class Shop {

		@Autowired
		DelayQueue<Mail> reminderDelayQueue;

		final Queue<Delivery<Mail>> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "reminder", kind = QueueKind.DELAY)
		void remind(Delivery<Mail> delivery) {
			this.seen.add(delivery);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		DelayQueues myDelays(StreamQueues streams) {
			return DelayQueues.create(streams, new LiveSettings<>(Map.of("mine", WorkQueueSettings.defaults())));
		}

	}

}
