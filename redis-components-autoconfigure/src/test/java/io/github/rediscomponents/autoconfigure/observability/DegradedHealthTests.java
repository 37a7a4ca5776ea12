// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.Topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Health names what is unwell, since when, why and what to do, for as long as it is, and
 * stays up.
 */
class DegradedHealthTests extends DegradedHealthFixture {

	@Test
	void aQueueThatMayNotBeRead() {
		application().run((context) -> {
			TaskQueue<String> queue = context.getBean(TaskQueues.class).get("mail", String.class);
			user("-xreadgroup");
			LinkedBlockingQueue<String> handled = new LinkedBlockingQueue<>();
			try (var subscription = queue.subscribe((delivery) -> handled.add(delivery.value()),
					SubscribeOptions.DEFAULTS)) {
				Map<String, Object> entry = awaitDegraded(context, "task-queue");
				assertThat(entry).containsEntry("name", "mail (workers)");
				assertThat(entry.get("reason").toString()).containsIgnoringCase("xreadgroup");
				Map<String, Object> later = awaitDegraded(context, "task-queue");
				assertThat(later).containsEntry("since", entry.get("since"));
				user("+xreadgroup");
				queue.enqueue("x");
				awaitWell(context);
				assertThat(handled.take()).isEqualTo("x");
			}
		});
	}

	@Test
	void aQueueIsForgottenWithItsLastConsumer() {
		application().run((context) -> {
			TaskQueue<String> queue = context.getBean(TaskQueues.class).get("mail", String.class);
			user("-xgroup", "-xreadgroup");
			try (var subscription = queue.subscribe((delivery) -> {
			}, SubscribeOptions.DEFAULTS)) {
				awaitDegraded(context, "task-queue");
			}
			awaitWell(context);
		});
	}

	@Test
	void aLeaseThatMayNotBeRenewed() {
		application("redis-components.lock.lease=12s").run((context) -> {
			try (Lease one = context.getBean(DistributedLock.class).get("secret:1").acquire();
					Lease two = context.getBean(DistributedLock.class).get("secret:2").acquire()) {
				user("-pexpire", "-pexpireat", "-time");
				Map<String, Object> entry = await().atMost(PATIENCE)
					.until(() -> awaitDegraded(context, "lock"), (found) -> found.containsKey("count"));
				assertThat(entry).containsEntry("count", 2).doesNotContainKey("name");
				assertThat(entry.toString()).doesNotContain("secret");
				user("+pexpire", "+pexpireat", "+time");
				awaitWell(context);
				user("-pexpire", "-pexpireat", "-time");
				awaitDegraded(context, "lock");
				assertThat(one.isValid()).isTrue();
				user("+@all");
			}
			awaitWell(context);
		});
	}

	@Test
	void limitsThatAreDecidedWithoutRedis() {
		application("redis-components.command-timeout=2s",
				"redis-components.rate-limit.policies.api.limits[0].limit=1000",
				"redis-components.rate-limit.policies.api.limits[0].period=1h",
				"redis-components.rate-limit.policies.api.on-redis-failure=open")
			.run((context) -> {
				RateLimiter limiter = context.getBean(RateLimiter.class);
				await().atMost(PATIENCE).until(() -> limiter.tryAcquire("api", "me").isEnforced());
				awaitWell(context);
				this.server.kill();
				limiter.tryAcquire("api", "me");
				assertThat(awaitDegraded(context, "rate-limit")).doesNotContainKey("name");
				this.server.restart();
				user("+@all");
				await().atMost(PATIENCE).until(() -> limiter.tryAcquire("api", "me").isEnforced());
				awaitWell(context);
			});
	}

	@Test
	void aTopicThatIsNotHeardAndViewsThatAreNotSent() {
		application("redis-components.view-counter.flush-interval=100ms").run((context) -> {
			Topic<String> topic = context.getBean(Topics.class).get("news", String.class);
			ViewCounter views = context.getBean(ViewCounter.class);
			try (var subscription = topic.subscribe((message) -> {
			})) {
				assertThat(subscription.awaitActive(PATIENCE)).isTrue();
				views.record("shop", "1");
				views.flush();
				awaitWell(context);
				this.server.kill();
				views.record("shop", "1");
				assertThat(awaitDegraded(context, "topic")).containsEntry("name", "news");
				assertThat(awaitDegraded(context, "view-counter")).containsEntry("name", "shop");
				this.server.restart();
				user("+@all");
				awaitWell(context);
				this.server.kill();
				awaitDegraded(context, "topic");
			}
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(degraded(context)).noneMatch((one) -> one.containsValue("topic")));
		});
	}

	@Test
	void localLevelsAndInvalidations() {
		application("redis-components.cache.caches.shop.local.enabled=true").run((context) -> {
			CacheClient caches = context.getBean(CacheClient.class);
			await().atMost(PATIENCE).until(() -> {
				caches.get("shop", 1L, String.class, (id) -> "x");
				return TestBoot.healthDetails(context).get("cache.localLevel").equals("UP");
			});
			awaitWell(context);
			user("-publish", "-unlink");
			assertThatExceptionOfType(RedisCommandException.class)
				.isThrownBy(() -> caches.cache("shop", String.class).invalidate("1"));
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(degraded(context)).extracting((one) -> one.get("component"))
					.containsExactlyInAnyOrder("cache", "cache"));
			assertThat(degraded(context)).anySatisfy((one) -> assertThat(one).containsEntry("name", "pubsub"));
			user("+@all");
			awaitWell(context);
		});
	}

	@Test
	void aPropertyThatARefreshRefused() {
		application().run((context) -> {
			RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
			TestContexts.change(context, "redis-components.lock.lease", "-1s");
			refresher.refresh();
			Map<String, Object> entry = awaitDegraded(context, "settings");
			assertThat(entry.get("name").toString()).startsWith("redis-components.lock");
			refresher.refresh();
			assertThat(awaitDegraded(context, "settings")).containsEntry("since", entry.get("since"));
			TestContexts.change(context, "redis-components.lock.lease", "20s");
			refresher.refresh();
			assertThat(degraded(context)).isEmpty();
		});
	}

}
