package io.github.rediscomponents.autoconfigure;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.queue.LimitQueue;
import io.github.rediscomponents.queue.LimitQueues;
import io.github.rediscomponents.ratelimit.RateLimiter;

import static org.assertj.core.api.Assertions.assertThat;

class RefreshTests {

	@Test
	void aChangedQueueLengthTakesEffectWithoutARestart() {
		run((context) -> {
			LimitQueue<String> queue = context.getBean(LimitQueues.class).queue("gift", String.class);
			for (String gift : new String[] { "a", "b", "c", "d" }) {
				queue.offer(gift);
			}
			assertThat(queue.list()).containsExactly("d", "c", "b");
			change(context, "redis-components.limit-queue.queues.gift.length", "2");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.limit-queue");
			queue.offer("e");
			assertThat(queue.list()).containsExactly("e", "d");
		});
	}

	@Test
	void aChangedLimitTakesEffectOnSpringCloudsEvent() {
		run((context) -> {
			RateLimiter limiter = context.getBean(RateLimiter.class);
			assertThat(limiter.tryAcquire("code", "me").allowed()).isTrue();
			assertThat(limiter.tryAcquire("code", "me").allowed()).isFalse();
			change(context, "redis-components.rate-limit.policies.code.limit", "2");
			context.publishEvent(new EnvironmentChangeEvent(java.util.Set.of("redis-components")));
			assertThat(limiter.tryAcquire("code", "me").allowed()).isTrue();
			assertThat(limiter.tryAcquire("code", "me").allowed()).isFalse();
		});
	}

	@Test
	void anInvalidValueIsRefusedAndTheLastGoodOneStays() {
		run((context) -> {
			change(context, "redis-components.limit-queue.queues.gift.length", "-5");
			change(context, "redis-components.rate-limit.policies.code.period", "soon");
			Refresh refresh = context.getBean(RedisComponentsRefresher.class).refresh();
			assertThat(refresh.changed()).isEmpty();
			assertThat(refresh.refused()).hasSize(2)
				.anyMatch((reason) -> reason.contains("redis-components.limit-queue.queues.gift.length"))
				.anyMatch((reason) -> reason.contains("redis-components.rate-limit.policies.code.period"));
			LimitQueue<String> queue = context.getBean(LimitQueues.class).queue("gift", String.class);
			assertThat(queue.length()).isEqualTo(3);
			context.publishEvent(new EnvironmentChangeEvent(java.util.Set.of("redis-components")));
			assertThat(queue.length()).isEqualTo(3);
		});
	}

	@Test
	void aKeyThatNobodyKnowsIsRefused() {
		run((context) -> {
			change(context, "redis-components.lock.leese", "20s");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().refused()).singleElement()
				.asString()
				.contains("redis-components.lock.leese");
		});
	}

	@Test
	void aKeyThatNeedsARestartIsReported() {
		run((context) -> {
			change(context, "redis-components.key-prefix", "other");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().waitingForRestart())
				.containsExactly("redis-components.key-prefix");
		});
	}

	@Test
	void nothingChangesWhenNothingChanged() {
		run((context) -> assertThat(context.getBean(RedisComponentsRefresher.class).refresh())
			.isEqualTo(new Refresh(java.util.List.of(), java.util.List.of(), java.util.List.of())));
	}

	private static void run(
			org.springframework.boot.test.context.runner.ContextConsumer<? super org.springframework.boot.test.context.assertj.AssertableApplicationContext> test) {
		TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=" + ComponentBeansTests.random(),
					"redis-components.limit-queue.queues.gift.length=3",
					"redis-components.limit-queue.queues.gift.type=java.lang.String",
					"redis-components.rate-limit.policies.code.limit=1",
					"redis-components.rate-limit.policies.code.period=1h")
			.run(test);
	}

	private static void change(ConfigurableApplicationContext context, String property, String value) {
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("change of " + property, Map.of(property, value)));
	}

}
