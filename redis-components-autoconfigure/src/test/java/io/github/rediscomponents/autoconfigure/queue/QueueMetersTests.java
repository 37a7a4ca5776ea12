// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.FilteredClassLoader;

import io.github.rediscomponents.autoconfigure.HostileException;
import io.github.rediscomponents.autoconfigure.queue.QueueContexts.Mail;
import io.github.rediscomponents.queue.DeadLetterException;
import io.github.rediscomponents.queue.MicrometerQueueObserver;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.Settlement;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class QueueMetersTests {

	@Test
	void countWhatBecomesOfMessages() {
		AtomicInteger own = new AtomicInteger();
		QueueContexts.runner()
			.withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.withBean(Listener.class)
			.withBean("own", QueueObserver.class, () -> new QueueObserver() {
				@Override
				public void settled(Source queue, String group, Settlement settlement, int messages) {
					own.addAndGet(messages);
				}
			})
			.run((context) -> {
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBeanProvider(MeterBinder.class).forEach((binder) -> binder.bindTo(registry));
				TaskQueue<Mail> tasks = QueueListenerTests.tasks(context);
				tasks.enqueueAll(List.of(new Mail("ok", ""), new Mail("ok", ""), new Mail("second", ""),
						new Mail("poison", "")));
				tasks.enqueue(new Mail("ok", ""), PublishOptions.id("1"));
				tasks.enqueue(new Mail("ok", ""), PublishOptions.id("1"));
				await().atMost(QueueContexts.PATIENCE).untilAsserted(() -> {
					assertThat(own).hasValue(6);
					// The meters are told before or after it.
					assertThat(settled(registry)).isEqualTo(6);
					assertThat(handled(registry)).isEqualTo(6);
				});
				assertThat(count(registry, "published", "added")).isEqualTo(5);
				assertThat(count(registry, "published", "duplicate")).isEqualTo(1);
				assertThat(count(registry, "published", "refused")).isZero();
				assertThat(count(registry, "settled", "acknowledged")).isEqualTo(4);
				assertThat(count(registry, "settled", "retried")).isEqualTo(1);
				assertThat(count(registry, "settled", "dead")).isEqualTo(1);
				assertThat(count(registry, "settled", "lost")).isZero();
				assertThat(registry.get("redis.components.queue.delivered")
					.tags("kind", "task", "queue", "email", "group", "workers")
					.counter()
					.count()).isEqualTo(6);
				assertThat(registry.get("redis.components.queue.handler").tag("outcome", "returned").timer().count())
					.isEqualTo(4);
				assertThat(registry.get("redis.components.queue.handler").tag("outcome", "failed").timer().count())
					.isEqualTo(2);
			});
	}

	@Test
	void showWhatADeclaredQueueHolds() {
		QueueContexts.runner().withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			context.getBeanProvider(MeterBinder.class).forEach((binder) -> binder.bindTo(registry));
			TaskQueue<Mail> tasks = QueueListenerTests.tasks(context);
			tasks.enqueueAll(List.of(new Mail("a", ""), new Mail("b", ""), new Mail("c", "")));
			tasks.poll(QueueContexts.PATIENCE).orElseThrow().reject("no");
			tasks.poll(QueueContexts.PATIENCE).orElseThrow();
			await().atMost(QueueContexts.PATIENCE)
				.untilAsserted(() -> assertThat(gauge(registry, "depth")).isEqualTo(2));
			assertThat(gauge(registry, "lag")).isEqualTo(1);
			assertThat(gauge(registry, "pending")).isEqualTo(1);
			assertThat(gauge(registry, "dead.letters")).isEqualTo(1);
			assertThat(gauge(registry, "consumers")).isEqualTo(1);
			assertThat(gauge(registry, "oldest")).isPositive().isLessThan(60);
			assertThat(gauge(registry, "in.flight")).isEqualTo(1);
			assertThat(registry.get("redis.components.queue.depth").tags("kind", "stream", "queue", "orders").gauge())
				.isNotNull();
		});
	}

	/** As a filter does, or a registry that another meter of the name had before. */
	@Test
	void showWhatAQueueHoldsAlthoughTheRegistryRejectsItsGroups() {
		SimpleMeterRegistry rejecting = new SimpleMeterRegistry();
		rejecting.config().meterFilter(new MeterFilter() {
			@Override
			public MeterFilterReply accept(Meter.Id id) {
				if (id.getName().startsWith("redis.components.queue.group.")) {
					throw new HostileException();
				}
				return MeterFilterReply.NEUTRAL;
			}
		});
		QueueContexts.runner()
			.withPropertyValues("redis-components.stream-queue.queues.orders.retention=all-groups")
			.withBean(SimpleMeterRegistry.class, () -> rejecting)
			.run((context) -> {
				context.getBeanProvider(MeterBinder.class).forEach((binder) -> binder.bindTo(rejecting));
				StreamQueue<String> orders = context.getBean(StreamQueues.class).get("orders", String.class);
				orders.subscribe((delivery) -> {
				}, SubscribeOptions.DEFAULTS.withGroup("mail")).stop(QueueContexts.PATIENCE);
				orders.publishAll(List.of("a", "b", "c"));
				await().atMost(QueueContexts.PATIENCE)
					.untilAsserted(() -> assertThat(
							rejecting.get("redis.components.queue.depth").tag("queue", "orders").gauge().value())
						.isEqualTo(3));
			});
	}

	@Test
	void manyQueuesMadeWhileRunningDoNotMakeManyMeters() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		MicrometerQueueObserver metrics = new MicrometerQueueObserver(registry);
		for (int i = 0; i < 10_000; i++) {
			QueueObserver.Source source = new QueueObserver.Source("stream", "q" + i);
			metrics.published(source, 1, 0);
			metrics.settled(source, "workers", Settlement.ACKNOWLEDGED, 1);
		}
		assertThat(registry.getMeters()).hasSizeLessThanOrEqualTo(201 * 12);
		assertThat(registry.get("redis.components.queue.published")
			.tags("queue", "other", "outcome", "added")
			.counter()
			.count()).isEqualTo(9_800);
	}

	@Test
	void countDroppedDeadLettersAndTellTheApplicationsOwnObserver() {
		AtomicInteger own = new AtomicInteger();
		QueueContexts.runner()
			.withPropertyValues("redis-components.task-queue.queues.email.max-dead-letters=1")
			.withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.withBean("own", QueueObserver.class, () -> new QueueObserver() {
				@Override
				public void dropped(Source queue, long letters) {
					own.addAndGet((int) letters);
				}
			})
			.run((context) -> {
				TaskQueue<Mail> tasks = QueueListenerTests.tasks(context);
				tasks.enqueueAll(List.of(new Mail("a", ""), new Mail("b", ""), new Mail("c", "")));
				for (int i = 0; i < 3; i++) {
					tasks.poll(QueueContexts.PATIENCE).orElseThrow().reject("no");
				}
				await().atMost(QueueContexts.PATIENCE).untilAsserted(() -> assertThat(own).hasValue(2));
				assertThat(context.getBean(MeterRegistry.class)
					.get("redis.components.queue.dead.dropped")
					.tags("kind", "task", "queue", "email")
					.counter()
					.count()).isEqualTo(2);
			});
	}

	@Test
	void showWhatEachGroupOfAQueueHasNotAcknowledged() {
		QueueContexts.runner()
			.withPropertyValues("redis-components.stream-queue.queues.orders.retention=all-groups")
			.withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.run((context) -> {
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBeanProvider(MeterBinder.class).forEach((binder) -> binder.bindTo(registry));
				StreamQueue<String> orders = context.getBean(StreamQueues.class).get("orders", String.class);
				orders.subscribe((delivery) -> {
				}, SubscribeOptions.DEFAULTS.withGroup("mail")).stop(QueueContexts.PATIENCE);
				orders.publishAll(List.of("a", "b", "c"));
				await().atMost(QueueContexts.PATIENCE).ignoreExceptions().untilAsserted(() -> {
					registry.get("redis.components.queue.lag").tag("queue", "orders").gauge().value();
					assertThat(registry.get("redis.components.queue.group.lag")
						.tags("kind", "stream", "queue", "orders", "group", "mail")
						.gauge()
						.value()).isEqualTo(3);
				});
			});
	}

	@Test
	void areOptional() {
		QueueContexts.runner()
			.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.withBean(Listener.class)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(StreamQueues.class));
	}

	private static double settled(MeterRegistry registry) {
		return registry.get("redis.components.queue.settled").counters().stream().mapToDouble(Counter::count).sum();
	}

	private static long handled(MeterRegistry registry) {
		return registry.get("redis.components.queue.handler").timers().stream().mapToLong(Timer::count).sum();
	}

	private static double count(MeterRegistry registry, String meter, String outcome) {
		return registry.get("redis.components.queue." + meter)
			.tags("kind", "task", "queue", "email", "outcome", outcome)
			.counter()
			.count();
	}

	private static double gauge(MeterRegistry registry, String meter) {
		return registry.get("redis.components.queue." + meter).tags("kind", "task", "queue", "email").gauge().value();
	}

	static class Listener {

		private final AtomicInteger failures = new AtomicInteger();

		@QueueListener("email")
		void mail(Mail mail) {
			if (mail.to().equals("poison")) {
				throw new DeadLetterException("poison");
			}
			if (mail.to().equals("second") && this.failures.getAndIncrement() == 0) {
				throw new IllegalStateException("later");
			}
		}

	}

}
