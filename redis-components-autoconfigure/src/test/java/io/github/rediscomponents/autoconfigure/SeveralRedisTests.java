// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Components spread over two servers, by properties and by qualifier. Keys are looked up
 * on both.
 */
class SeveralRedisTests {

	private static RedisServer main;

	private static RedisServer hot;

	@BeforeAll
	static void start() {
		main = RedisServer.start();
		hot = RedisServer.start();
	}

	@AfterAll
	static void stop() {
		main.close();
		hot.close();
	}

	private final String prefix = "t" + UUID.randomUUID();

	private ApplicationContextRunner application(String... properties) {
		return TestContexts.runner()
			.withPropertyValues("spring.data.redis.url=" + main.uri(), "redis-components.key-prefix=" + this.prefix,
					"redis-components.command-timeout=30s", "redis-components.cache.defaults.command-timeout=30s",
					"redis-components.servers.hot.url=" + hot.uri())
			.withPropertyValues(properties);
	}

	/** Returns the rooms that have keys of this test on a server. */
	private List<String> rooms(RedisServer server) {
		return ((List<?>) server.command("KEYS", this.prefix + ":*")).stream()
			.map((key) -> String.valueOf(key).split(":")[1])
			.filter((room) -> !room.equals("cache-generation"))
			.distinct()
			.sorted()
			.toList();
	}

	private List<String> keys(RedisServer server, String part) {
		return ((List<?>) server.command("KEYS", this.prefix + ":*" + part + "*")).stream()
			.map(String::valueOf)
			.toList();
	}

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
	void aServerThatStopsDoesNotDisturbTheComponentsOfTheOther() {
		try (RedisServer stopped = RedisServer.start()) {
			application("redis-components.servers.second.url=" + stopped.uri(), "redis-components.command-timeout=2s",
					"redis-components.id.server=second")
				.run((context) -> {
					IdWorker ids = context.getBean(IdWorker.class);
					assertThat(ids.nextId()).isPositive();
					stopped.kill();
					assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ids.nextIds("k", 10));
					CacheClient hotCache = context.getBean("hotCacheClient", CacheClient.class);
					assertThat(hotCache.get("shop", 1L, String.class, (id) -> "x")).isEqualTo("x");
					assertThat(hotCache.get("shop", 1L, String.class, (id) -> "y")).isEqualTo("x");
					assertThat(context.getBean(DistributedLock.class).get("x").tryAcquire()).isPresent();
					assertThat(TestBoot.healthStatus(context)).isEqualTo("UP");
					stopped.restart();
					await().ignoreExceptions().untilAsserted(() -> assertThat(ids.nextIds("k", 10)).hasSize(10));
				});
		}
	}

	@Test
	void oneServerIsACluster() {
		RedisCluster cluster = SharedRedis.cluster();
		String nodes = String.join(",",
				cluster.nodes().stream().map((node) -> node.host() + ":" + node.port()).toList());
		application("redis-components.servers.wide.cluster.nodes=" + nodes, "redis-components.cache.server=wide")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				CacheClient caches = context.getBean(CacheClient.class);
				for (long id = 0; id < 50; id++) {
					caches.get("shop", id, String.class, (key) -> "x" + key);
				}
				int found = 0;
				for (RedisServer node : cluster.nodes()) {
					found += keys(node, "shop").size();
				}
				assertThat(found).isGreaterThanOrEqualTo(50);
				assertThat(rooms(main)).isEmpty();
				assertThat(rooms(hot)).isEmpty();
				assertThat(context.getBean(DistributedLock.class).get("x").tryAcquire()).isPresent();
				assertThat(rooms(main)).containsExactly("lock");
			});
	}

	@Test
	void aServerThatNothingUsesIsNotConnected() {
		try (RedisServer unused = RedisServer.start()) {
			int before = connections(unused);
			application("redis-components.servers.spare.url=" + unused.uri()).run((context) -> {
				context.getBean("spareCacheClient");
				context.getBean(DistributedLock.class).get("x").tryAcquire();
				assertThat(connections(unused)).isEqualTo(before);
				context.getBean("spareCacheClient", CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
				assertThat(connections(unused)).isGreaterThan(before);
				assertThat(String.valueOf(unused.command("CLIENT", "LIST"))).contains("redis-components:commands");
			});
			await().untilAsserted(() -> assertThat(connections(unused)).isEqualTo(before));
		}
	}

	private static int connections(RedisServer server) {
		return (int) String.valueOf(server.command("CLIENT", "LIST")).lines().count();
	}

	@Test
	void aConnectionFactoryOfTheApplicationIsAServer() {
		TestContexts.runner()
			.withPropertyValues("main.port=" + main.port(), "hot.port=" + hot.port(),
					"redis-components.key-prefix=" + this.prefix, "redis-components.command-timeout=30s",
					"redis-components.cache.defaults.command-timeout=30s",
					"redis-components.connection-factory=mainRedis",
					"redis-components.servers.hot.connection-factory=hotRedis", "redis-components.cache.server=hot")
			.withUserConfiguration(TwoFactories.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
				assertThat(context.getBean(DistributedLock.class).get("x").tryAcquire()).isPresent();
				assertThat(rooms(hot)).containsExactly("cache");
				assertThat(rooms(main)).containsExactly("lock");
			});
	}

	@Test
	void aFactoryThatIsNoDefaultCandidateLeavesTheOneOfSpringBoot() {
		application("hot.port=" + hot.port(), "redis-components.servers.own.connection-factory=ownRedis",
				"redis-components.cache.server=own")
			.withUserConfiguration(OwnFactory.class)
			.run((context) -> {
				assertThat(context).hasNotFailed().hasBean("redisConnectionFactory");
				context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
				assertThat(context.getBean(DistributedLock.class).get("x").tryAcquire()).isPresent();
				assertThat(rooms(hot)).containsExactly("cache");
				assertThat(rooms(main)).containsExactly("lock");
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

	@Configuration(proxyBeanMethods = false)
	static class OwnFactory {

		@Bean(defaultCandidate = false)
		LettuceConnectionFactory ownRedis(Environment environment) {
			return TwoFactories.factory(environment.getRequiredProperty("hot.port", Integer.class));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoFactories {

		@Bean
		LettuceConnectionFactory mainRedis(Environment environment) {
			return factory(environment.getRequiredProperty("main.port", Integer.class));
		}

		@Bean
		LettuceConnectionFactory hotRedis(Environment environment) {
			return factory(environment.getRequiredProperty("hot.port", Integer.class));
		}

		private static LettuceConnectionFactory factory(int port) {
			return new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port));
		}

	}

}
