// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.SettingsCustomizer;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.ratelimit.OnRedisFailure;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.Topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

class RefreshTests {

	@Test
	void aChangedQueueLengthTakesEffectWithoutARestart() {
		run((context) -> {
			LimitQueue<String> queue = context.getBean(LimitQueues.class).get("gift", String.class);
			for (String gift : new String[] { "a", "b", "c", "d" }) {
				queue.offer(gift);
			}
			assertThat(queue.list()).containsExactly("d", "c", "b");
			TestContexts.change(context, "redis-components.limit-queue.queues.gift.length", "2");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.limit-queue");
			queue.offer("e");
			assertThat(queue.list()).containsExactly("e", "d");
		});
	}

	@Test
	void aLocalLevelIsSwitchedOnWithoutARestart() {
		run((context) -> {
			CacheClient caches = context.getBean(CacheClient.class);
			TypedCache<String, String> cache = caches.cache("shop", String.class);
			cache.put("1", "v");
			cache.peek("1");
			assertThat(caches.localLevelState()).isEqualTo(LocalLevelState.OFF);
			TestContexts.change(context, "redis-components.cache.defaults.local.ttl", "5s");
			TestContexts.change(context, "redis-components.cache.probe-interval", "100ms");
			TestContexts.change(context, "redis-components.cache.caches.shop.local.enabled", "true");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.cache");
			assertThat(cache.get("1", (key) -> "loaded")).isEqualTo("v");
			await().atMost(Duration.ofMinutes(1)).until(() -> caches.localLevelState() == LocalLevelState.UP);
			TestContexts.change(context, "redis-components.cache.defaults.local.invalidation", "tracking");
			context.getBean(RedisComponentsRefresher.class).refresh();
			assertThat(cache.get("1", (key) -> "loaded")).isEqualTo("v");
			LocalLevelStatus up = new LocalLevelStatus(Invalidation.TRACKING, LocalLevelState.UP, "");
			await().atMost(Duration.ofMinutes(1)).until(() -> caches.localLevels().contains(up));
		});
	}

	@Test
	void changedLimitsOfMessagesTakeEffectWithoutARestart() {
		run((context) -> {
			GroupChat<String> chats = context.getBean(GroupChats.class).get(String.class);
			Mailbox<String> mailbox = context.getBean(Mailboxes.class).get(String.class);
			Topic<String> topic = context.getBean(Topics.class).get("news", String.class);
			chats.create("trip", List.of("anna"));
			assertThat(chats.send("trip", "anna", "hello").isSent()).isTrue();
			assertThat(mailbox.send("anna", "hello").isSent()).isTrue();
			TestContexts.change(context, "redis-components.group-chat.max-payload", "2B");
			TestContexts.change(context, "redis-components.mailbox.max-messages", "1");
			TestContexts.change(context, "redis-components.topic.max-payload", "3B");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().changed()).containsExactlyInAnyOrder(
					"redis-components.group-chat", "redis-components.mailbox", "redis-components.topic");
			assertThatIllegalArgumentException().isThrownBy(() -> chats.send("trip", "anna", "hello"));
			assertThat(mailbox.send("anna", "hello").isSent()).isFalse();
			assertThatIllegalArgumentException().isThrownBy(() -> topic.publish("hello"));
		});
	}

	@Test
	void aChangedLimitTakesEffectOnSpringCloudsEvent() {
		run((context) -> {
			RateLimiter limiter = context.getBean(RateLimiter.class);
			assertThat(limiter.tryAcquire("code", "me").allowed()).isTrue();
			assertThat(limiter.tryAcquire("code", "me").allowed()).isFalse();
			TestContexts.change(context, "redis-components.rate-limit.policies.code.limit", "2");
			context.publishEvent(new EnvironmentChangeEvent(java.util.Set.of("redis-components")));
			assertThat(limiter.tryAcquire("code", "me").allowed()).isTrue();
			assertThat(limiter.tryAcquire("code", "me").allowed()).isFalse();
		});
	}

	@Test
	void aChangedNumberOfPermitsHoldsAtOnce() {
		run((context) -> {
			TestContexts.change(context, "redis-components.semaphore.semaphores.printer.permits", "1");
			RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
			assertThat(refresher.refresh().changed()).containsExactly("redis-components.semaphore");
			NamedSemaphore printer = context.getBean(DistributedSemaphore.class).get("printer");
			assertThat(printer.tryAcquire()).isPresent();
			assertThat(printer.tryAcquire()).isEmpty();
			TestContexts.change(context, "redis-components.semaphore.semaphores.printer.permits", "2");
			refresher.refresh();
			assertThat(printer.tryAcquire()).isPresent();
			assertThat(printer.tryAcquire()).isEmpty();
			TestContexts.change(context, "redis-components.semaphore.semaphores.printer.permits", "-2");
			assertThat(refresher.refresh().refused()).singleElement()
				.asString()
				.contains("redis-components.semaphore.semaphores.printer.permits");
			assertThat(printer.available()).isZero();
		});
	}

	@Test
	void aChangedFailureRuleOfAPolicyTakesEffectWithoutARestart() {
		run((context) -> {
			RateLimiter limiter = context.getBean(RateLimiter.class);
			assertThat(limiter.tryAcquire("code", "you").allowed()).isTrue();
			TestContexts.change(context, "redis-components.rate-limit.policies.code.on-redis-failure", "local");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().refused()).singleElement()
				.asString()
				.contains("redis-components.rate-limit.policies.code", "local-share");
			TestContexts.change(context, "redis-components.rate-limit.policies.code.local-share", "0.25");
			TestContexts.change(context, "redis-components.rate-limit.policies.code.local-rejections", "500ms");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.rate-limit");
			assertThat(limiter.policies()).singleElement().satisfies((policy) -> {
				assertThat(policy.onRedisFailure()).isEqualTo(OnRedisFailure.LOCAL);
				assertThat(policy.localShare()).isEqualTo(0.25);
				assertThat(policy.localRejections()).hasMillis(500);
			});
			assertThat(limiter.tryAcquire("code", "you").allowed()).isFalse();
		});
	}

	@Test
	void anInvalidValueIsRefusedAndTheLastGoodOneStays() {
		run((context) -> {
			TestContexts.change(context, "redis-components.limit-queue.queues.gift.length", "-5");
			TestContexts.change(context, "redis-components.rate-limit.policies.code.period", "soon");
			Refresh refresh = context.getBean(RedisComponentsRefresher.class).refresh();
			assertThat(refresh.changed()).isEmpty();
			assertThat(refresh.refused()).hasSize(2)
				.anyMatch((reason) -> reason.contains("redis-components.limit-queue.queues.gift.length"))
				.anyMatch((reason) -> reason.contains("redis-components.rate-limit.policies.code.period"));
			LimitQueue<String> queue = context.getBean(LimitQueues.class).get("gift", String.class);
			assertThat(queue.length()).isEqualTo(3);
			context.publishEvent(new EnvironmentChangeEvent(java.util.Set.of("redis-components")));
			assertThat(queue.length()).isEqualTo(3);
		});
	}

	@ParameterizedTest
	@CsvSource({ "redis-components.geo.enabled, maybe", "redis-components.limit-queue.enabled, maybe",
			"redis-components.geo.enabled, ${redis-components.geo.enabled}",
			"redis-components.key-prefix, ${redis-components.key-prefix}",
			"redis-components.lock.server, ${redis-components.lock.server}" })
	void aValueThatCannotBeReadIsRefusedAlone(String property, String value) {
		run((context) -> {
			TestContexts.change(context, property, value);
			TestContexts.change(context, "redis-components.rate-limit.policies.code.limit", "5");
			Refresh refresh = context.getBean(RedisComponentsRefresher.class).refresh();
			assertThat(refresh.changed()).containsExactly("redis-components.rate-limit");
			assertThat(refresh.refused()).isNotEmpty().anyMatch((reason) -> reason.contains(property));
			context.publishEvent(new EnvironmentChangeEvent(java.util.Set.of("redis-components")));
		});
	}

	@Test
	void aCustomizerThatFailsWithAnErrorIsRefusedAlone() {
		AtomicBoolean fails = new AtomicBoolean();
		TestContexts.connected()
			.withBean(Failing.class, () -> new Failing(fails))
			.withPropertyValues("redis-components.limit-queue.queues.gift.length=3", "redis-components.lock.lease=20s")
			.run((context) -> {
				fails.set(true);
				TestContexts.change(context, "redis-components.limit-queue.queues.gift.length", "2");
				TestContexts.change(context, "redis-components.lock.lease", "30s");
				Refresh refresh = context.getBean(RedisComponentsRefresher.class).refresh();
				assertThat(refresh.changed()).containsExactly("redis-components.limit-queue");
				assertThat(refresh.refused()).singleElement().asString().contains("redis-components.lock");
			});
	}

	record Failing(AtomicBoolean fails) implements SettingsCustomizer<LockSettings> {

		@Override
		public LockSettings customize(LockSettings settings) {
			if (this.fails.get()) {
				throw new NoClassDefFoundError("a class that a test lacks");
			}
			return settings;
		}

	}

	@Test
	void aKeyThatNobodyKnowsIsRefused() {
		run((context) -> {
			TestContexts.change(context, "redis-components.lock.leese", "20s");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().refused()).singleElement()
				.asString()
				.contains("redis-components.lock.leese");
		});
	}

	@Test
	void aKeyThatNeedsARestartIsReported() {
		run((context) -> {
			TestContexts.change(context, "redis-components.key-prefix", "other");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().waitingForRestart())
				.containsExactly("redis-components.key-prefix");
		});
	}

	@Test
	void aChangeIsMadeOnceHoweverManyRefreshAtOnce() {
		run((context) -> {
			RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
			for (int seconds = 20; seconds < 40; seconds++) {
				String lease = seconds + "s";
				TestContexts.change(context, "redis-components.lock.lease", lease);
				TestContexts.change(context, "redis-components.limit-queue.queues.gift.length", "none");
				List<Refresh> all = Concurrently.run(8, refresher::refresh);
				assertThat(all).filteredOn((one) -> one.changed().equals(List.of("redis-components.lock")))
					.as(lease)
					.hasSize(1);
				assertThat(all).allSatisfy((one) -> assertThat(one.refused()).hasSize(1));
				assertThat(refresher.standing()).hasSize(1);
			}
			assertThat(refresher.refused()).isEqualTo(20 * 8);
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

}
