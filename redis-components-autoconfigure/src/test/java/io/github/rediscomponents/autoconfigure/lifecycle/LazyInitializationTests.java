// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lifecycle;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.topic.Topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Applications with {@code spring.main.lazy-initialization}.
 */
class LazyInitializationTests {

	private static ApplicationContextRunner application(String... properties) {
		return TestContexts.withOwnKeys()
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withPropertyValues("redis-components.task-queue.queues.numbers.trace=false")
			.withPropertyValues(properties);
	}

	private static void change(ConfigurableApplicationContext context, String property, String value) {
		TestContexts.change(context, property, value);
		context.publishEvent(new EnvironmentChangeEvent(context, Map.of(property, value).keySet()));
	}

	@Test
	void listenersWorkAlthoughNothingUsesThem() {
		Listener listener = new Listener();
		application().withBean(Listener.class, () -> listener).run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(TaskQueues.class).get("numbers", Integer.class).enqueue(1);
			await().atMost(LifecycleFixture.PATIENCE).untilAsserted(() -> assertThat(listener.seen).containsExactly(1));
		});
	}

	@Test
	void wrongPropertiesFailTheStart() {
		application("redis-components.lock.lease=1ms")
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining("redis-components.lock"));
	}

	@Test
	void aChangeTakesEffect() {
		application("redis-components.lock.lease=20s").run((context) -> {
			DistributedLock locks = context.getBean(DistributedLock.class);
			change(context, "redis-components.lock.lease", "4s");
			try (var lease = locks.get("changed").acquire()) {
				assertThat(lease.remaining().toMillis()).isLessThan(4000);
			}
		});
	}

	@Test
	void aFirstChangeIsSeenAndOneForTheNextStartIsSaid() {
		application("redis-components.lock.lease=20s", "redis-components.command-timeout=20s").run((context) -> {
			TestContexts.change(context, "redis-components.lock.lease", "4s");
			TestContexts.change(context, "redis-components.command-timeout", "21s");
			RedisComponentsRefresher.Refresh refresh = context.getBean(RedisComponentsRefresher.class).refresh();
			assertThat(refresh.changed()).containsExactly("redis-components.lock");
			assertThat(refresh.waitingForRestart()).containsExactly("redis-components.command-timeout");
			assertThat(context.getBean(RedisComponentsRefresher.class).settings())
				.filteredOn((setting) -> setting.property().equals("redis-components.command-timeout"))
				.singleElement()
				.satisfies((setting) -> {
					assertThat(setting.value()).isEqualTo("20s");
					assertThat(setting.pending()).contains("21s");
				});
		});
	}

	@Test
	void declaredInstancesAreInjectedAndShown() {
		application("redis-components.topic.topics.news.type=java.lang.String",
				"management.endpoints.web.exposure.include=redisComponents")
			.withBean(Injected.class)
			.run((context) -> {
				Injected injected = context.getBean(Injected.class);
				injected.numbers.enqueue(1);
				assertThat(injected.numbers.stats().depth()).isEqualTo(1);
				assertThat(injected.news.name()).isEqualTo("news");
				assertThat(context.getBean(RoomViews.class).rooms().get("task-queue").find("numbers"))
					.containsEntry("depth", 1L);
				assertThat(TestBoot.healthStatus(context)).isEqualTo("UP");
			});
	}

	@Test
	void theServerIsAskedForTheCommandsOfAFilter() {
		application("redis-components.bloom-filter.filters.seen.capacity=1000",
				"redis-components.bloom-filter.filters.seen.engine=module")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("redis-components.bloom-filter.filters.seen.engine must be bitmap"));
	}

	@Test
	void metersAreThere() {
		application().withBean(MeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			context.getBean(DistributedLock.class).get("a lock").tryAcquire().orElseThrow().close();
			assertThat(context.getBean(MeterRegistry.class).get("redis.components.lock.acquire").timers())
				.anySatisfy((timer) -> assertThat(timer.count()).isEqualTo(1));
		});
	}

	record Injected(TaskQueue<Integer> numbers, Topic<String> news) {

	}

	static class Listener {

		final Queue<Integer> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "numbers")
		void number(Integer number) {
			this.seen.add(number);
		}

	}

}
