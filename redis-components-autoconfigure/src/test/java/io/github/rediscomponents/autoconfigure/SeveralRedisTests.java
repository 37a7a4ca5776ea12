// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Components and instances spread over two servers, by properties and by qualifier.
 */
class SeveralRedisTests extends SeveralRedisFixture {

	@Test
	void thePropertiesPutEachComponentOnItsServer() {
		application("redis-components.cache.server=hot", "redis-components.rate-limit.server=hot",
				"redis-components.rate-limit.policies.api.limit=5",
				"redis-components.rate-limit.policies.api.period=1m")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
				assertThat(context.getBean(RateLimiter.class).tryAcquire("api", "me").allowed()).isTrue();
				assertThat(rooms(main)).isEmpty();
				assertThat(rooms(hot)).containsExactly("cache", "rate");
				try (var lease = context.getBean(DistributedLock.class).get("order").acquire()) {
					assertThat(rooms(main)).containsExactly("lock");
				}
				assertThat(rooms(hot)).containsExactly("cache", "rate");
			});
	}

	@Test
	void aQualifierInjectsTheComponentOfAServer() {
		application("redis-components.lock.server=hot").withUserConfiguration(Qualified.class).run((context) -> {
			assertThat(context).hasNotFailed();
			Qualified user = context.getBean(Qualified.class);
			assertThat(user.hot).isSameAs(user.hotCacheClient).isNotSameAs(user.cache);
			assertThat(user.application).isSameAs(user.cache);
			assertThat(user.locks).isSameAs(context.getBean("hotDistributedLock"));
			user.hot.get("shop", 1L, String.class, (id) -> "x");
			assertThat(rooms(main)).isEmpty();
			user.cache.get("city", 1L, String.class, (id) -> "x");
			assertThat(keys(main, "city")).isNotEmpty();
			assertThat(keys(main, "shop")).isEmpty();
			assertThat(keys(hot, "shop")).isNotEmpty();
			assertThat(keys(hot, "city")).isEmpty();
			assertThat(context.getBean(CacheClient.class)).isSameAs(user.cache);
			assertThat(user.every).containsOnlyKeys("cacheClient");
			assertThat(user.hotComponents.caches()).isSameAs(user.hot);
			assertThat(context.getBean(RedisComponents.class).locks()).isSameAs(user.locks);
		});
	}

	@Test
	void instancesOfOneComponentAreOnSeveralServers() {
		application("redis-components.limit-queue.queues.gift.length=3",
				"redis-components.limit-queue.queues.gift.type=java.lang.String",
				"redis-components.limit-queue.queues.gift.server=hot",
				"redis-components.limit-queue.queues.bills.length=3",
				"redis-components.limit-queue.queues.bills.type=java.lang.String", "redis-components.cache.server=hot",
				"redis-components.cache.caches.bill.server=default",
				"redis-components.semaphore.semaphores.printer.permits=2",
				"redis-components.semaphore.semaphores.printer.server=hot",
				"redis-components.rate-limit.policies.api.limit=5",
				"redis-components.rate-limit.policies.api.period=1m",
				"redis-components.rate-limit.policies.api.server=hot")
			.withUserConfiguration(Queues.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				Queues user = context.getBean(Queues.class);
				user.giftLimitQueue.offer("rose");
				user.billsLimitQueue.offer("1");
				assertThat(keys(hot, "gift")).isNotEmpty();
				assertThat(keys(main, "bills")).isNotEmpty();
				assertThat(keys(main, "gift")).isEmpty();
				assertThat(keys(hot, "bills")).isEmpty();
				CacheClient caches = context.getBean(CacheClient.class);
				caches.get("shop", 1L, String.class, (id) -> "x");
				caches.cache("bill", String.class).get("1", (id) -> "x");
				assertThat(keys(hot, "shop")).isNotEmpty();
				assertThat(keys(main, "bill")).isNotEmpty();
				assertThat(keys(hot, "bill")).isEmpty();
				assertThat(caches.queuedInvalidations().count()).isZero();
				DistributedSemaphore semaphores = context.getBean(DistributedSemaphore.class);
				try (var permit = semaphores.get("printer").tryAcquire().orElseThrow()) {
					assertThat(keys(hot, "printer")).isNotEmpty();
					assertThat(keys(main, "printer")).isEmpty();
					assertThat(semaphores.activity().held()).hasSize(1);
				}
				RateLimiter limiter = context.getBean(RateLimiter.class);
				assertThat(limiter.tryAcquire("api", "me").allowed()).isTrue();
				assertThat(limiter.policies()).hasSize(1);
				assertThat(keys(hot, "api")).isNotEmpty();
				assertThat(keys(main, "api")).isEmpty();
			});
	}

	@Test
	void whatAComponentIsBuiltOnIsOnItsServer() {
		application("redis-components.stream-queue.server=hot",
				"redis-components.task-queue.queues.email.type=java.lang.String",
				"redis-components.task-queue.queues.sms.type=java.lang.String",
				"redis-components.task-queue.queues.sms.server=hot")
			.withUserConfiguration(Listener.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				TaskQueues tasks = context.getBean(TaskQueues.class);
				tasks.get("email", String.class).enqueue("x");
				tasks.get("sms", String.class).enqueue("y");
				Listener listener = context.getBean(Listener.class);
				assertThat(listener.heard.await(30, TimeUnit.SECONDS)).isTrue();
				assertThat(keys(main, "email")).isNotEmpty();
				assertThat(keys(hot, "email")).isEmpty();
				assertThat(keys(hot, "sms")).isNotEmpty();
				assertThat(keys(main, "sms")).isEmpty();
				assertThat(tasks.names()).containsExactlyInAnyOrder("email", "sms");
				assertThat(tasks.activity()).hasSize(2);
				assertThat(context.getBean(StreamQueues.class)).isSameAs(context.getBean("hotStreamQueues"));
			});
	}

	@Test
	void aCacheConsultsTheFilterOfItsDeclaration() {
		application("redis-components.cache.server=hot", "redis-components.cache.caches.shop.bloom-filter=known",
				"redis-components.bloom-filter.filters.known.capacity=100")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				BloomFilter known = context.getBean(BloomFilters.class).get("known");
				known.create();
				known.add("1");
				CacheClient caches = context.getBean(CacheClient.class);
				assertThat(caches.get("shop", 1L, String.class, (id) -> "x")).isEqualTo("x");
				assertThat(caches.get("shop", 2L, String.class, (id) -> "x")).isNull();
				assertThat(rooms(main)).containsExactly("bloom-filter", "bloom-slice");
				assertThat(rooms(hot)).containsExactly("cache");
			});
	}

	@Test
	void everyComponentHasAServer() {
		assertThat(RedisComponents.class.getDeclaredMethods())
			.filteredOn((method) -> Modifier.isPublic(method.getModifiers())
					&& !Modifier.isStatic(method.getModifiers()) && method.getReturnType() != void.class)
			.extracting(Method::getReturnType)
			.containsExactlyInAnyOrderElementsOf(
					ComponentBean.ALL.stream().<Class<?>>map(ComponentBean::type).toList());
		String[] properties = ComponentBean.ALL.stream()
			.map((bean) -> bean.prefix() + ".server=hot")
			.distinct()
			.toArray(String[]::new);
		application(properties).run((context) -> {
			assertThat(context).hasNotFailed();
			Servers servers = context.getBean(Servers.class);
			assertThat(ComponentBean.ALL).allSatisfy(
					(bean) -> assertThat(context.getBean(bean.type())).isSameAs(servers.component("hot", bean.type()))
						.isSameAs(context.getBean(DeclaredBeans.beanName("hot", bean.type())))
						.isNotSameAs(servers.component("default", bean.type())));
		});
	}

	@Test
	void withOneRedisThereIsNoBeanMore() {
		TestContexts.connected()
			.run((context) -> assertThat(context).hasSingleBean(CacheClient.class)
				.hasSingleBean(RedisComponents.class)
				.doesNotHaveBean(Servers.class));
	}

	@Configuration(proxyBeanMethods = false)
	static class Qualified {

		@Autowired
		CacheClient cache;

		@Autowired
		CacheClient hotCacheClient;

		@Autowired
		@Qualifier("hot")
		CacheClient hot;

		@Autowired
		@Qualifier("default")
		CacheClient application;

		@Autowired
		DistributedLock locks;

		@Autowired
		Map<String, CacheClient> every;

		@Autowired
		@Qualifier("hot")
		RedisComponents hotComponents;

	}

	@Configuration(proxyBeanMethods = false)
	static class Queues {

		@Autowired
		LimitQueue<String> giftLimitQueue;

		@Autowired
		LimitQueue<String> billsLimitQueue;

	}

	@Configuration(proxyBeanMethods = false)
	static class Listener {

		final CountDownLatch heard = new CountDownLatch(2);

		@QueueListener(queue = "email")
		void email(String text) {
			this.heard.countDown();
		}

		@QueueListener(queue = "sms")
		void sms(String text) {
			this.heard.countDown();
		}

	}

}
