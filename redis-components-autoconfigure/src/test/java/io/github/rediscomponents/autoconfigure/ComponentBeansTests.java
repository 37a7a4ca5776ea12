// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.refresh.EnvironmentChangeAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreObserver;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicSubscription;
import io.github.rediscomponents.topic.Topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class ComponentBeansTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@Test
	void nothingIsProvidedWhenAllIsDisabled() {
		TestContexts.connected()
			.withPropertyValues("redis-components.enabled=false", "redis-components.cache.caches.shop.ttl=5m",
					"redis-components.task-queue.queues.email.type=java.lang.String")
			.run((context) -> {
				assertThat(context).hasNotFailed().hasSingleBean(RedisConnectionFactory.class);
				assertThat(context).doesNotHaveBean(RedisPort.class)
					.doesNotHaveBean(CacheClient.class)
					.doesNotHaveBean(TaskQueues.class)
					.doesNotHaveBean("emailTaskQueue");
			});
		TestContexts.connected()
			.withPropertyValues("redis-components.enabled=false", "redis-components.cache.chaches.shop.ttl=5m")
			.run((context) -> assertThat(context).getFailure().hasMessageContaining("redis-components.cache.chaches"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "cache.caches.empty", "semaphore.semaphores.empty", "ranked-set.sets.empty",
			"recent-list.lists.empty", "prefix-index.indexes.empty", "one-time-code.purposes.empty",
			"stream-queue.queues.empty", "task-queue.queues.empty", "delay-queue.queues.empty", "topic.topics.empty" })
	void takeAnEntryThatHasNothingButItsName(String entry) {
		String property = "redis-components." + entry;
		TestContexts.connected().withPropertyValues(property + "=").run((context) -> {
			if (entry.startsWith("semaphore.")) {
				assertThat(context).hasFailed();
				assertThat(context.getStartupFailure()).rootCause().hasMessageContaining("permits");
				return;
			}
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().refused()).isEmpty();
		});
		TestContexts.connected().withPropertyValues(property + "=something").run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining(property)
				.hasMessageContaining("must have keys below it, not the value 'something'");
		});
	}

	@Test
	void giveTheBeansWithoutAnyProperty() {
		TestContexts.connected().run((context) -> {
			assertThat(context).hasSingleBean(CacheClient.class)
				.hasSingleBean(DistributedLock.class)
				.hasSingleBean(IdWorker.class)
				.hasSingleBean(RateLimiter.class)
				.hasSingleBean(LimitQueues.class)
				.hasSingleBean(StreamQueues.class)
				.hasSingleBean(TaskQueues.class)
				.hasSingleBean(DelayQueues.class)
				.hasSingleBean(DistributedSemaphore.class)
				.hasSingleBean(GroupChats.class)
				.hasSingleBean(Mailboxes.class)
				.hasSingleBean(Topics.class)
				.hasSingleBean(RedisConnectionFactory.class);
			String loaded = context.getBean(CacheClient.class).get("greeting", 1L, String.class, (id) -> "hello " + id);
			assertThat(loaded).isEqualTo("hello 1");
			assertThat(context.getBean(IdWorker.class).nextId()).isPositive();
			assertThat(context.getBean(DistributedLock.class).get(random()).tryAcquire()).isPresent();
		});
	}

	@ParameterizedTest
	@CsvSource({ "cache,cacheClient", "lock,distributedLock", "id,idWorker", "rate-limit,rateLimiter",
			"limit-queue,limitQueues", "stream-queue,streamQueues", "task-queue,taskQueues", "delay-queue,delayQueues",
			"group-chat,groupChats", "mailbox,mailboxes", "topic,topics", "semaphore,distributedSemaphore",
			"ranked-set,rankedSets", "recent-list,recentLists", "prefix-index,prefixIndexes",
			"bloom-filter,bloomFilters", "follow-graph,followGraph", "feed,feed", "token-session,tokenSessions",
			"one-time-code,oneTimeCodePurposes" })
	void leaveOutADisabledComponentAndOnlyThat(String room, String bean) {
		TestContexts.connected()
			.withPropertyValues("redis-components." + room + ".enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(bean)
				.hasSingleBean(RedisComponentsRefresher.class));
	}

	@Test
	void backOffWhenTheApplicationDefinesItsOwn() {
		TestContexts.connected()
			.withUserConfiguration(OwnIdWorker.class)
			.run((context) -> assertThat(context).hasSingleBean(IdWorker.class)
				.getBean(IdWorker.class)
				.isSameAs(context.getBean("myIds")));
	}

	@Test
	void areAbsentWithoutAConnectionFactory() {
		new ApplicationContextRunner()
			.withConfiguration(
					org.springframework.boot.autoconfigure.AutoConfigurations.of(TestContexts.autoConfigurations()))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CacheClient.class));
	}

	@Test
	void countCacheLookupsWhereThereIsAMeterRegistryAndOnlyThere() {
		TestContexts.connected()
			.withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.withPropertyValues("redis-components.key-prefix=" + random())
			.run((context) -> {
				context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
				assertThat(context.getBean(SimpleMeterRegistry.class).getMeters())
					.allSatisfy((meter) -> assertThat(meter.getId().getName()).startsWith("redis.components."))
					.anySatisfy((meter) -> assertThat(meter.getId().getName()).startsWith("redis.components.cache"));
			});
		TestContexts.connected()
			.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(CacheClient.class));
	}

	@Test
	void countMessagesWhereThereIsAMeterRegistry() {
		TestContexts.connected()
			.withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.withPropertyValues("redis-components.key-prefix=" + random())
			.run((context) -> {
				context.getBean(Mailboxes.class).get(String.class).send("anna", "x");
				GroupChat<String> chats = context.getBean(GroupChats.class).get(String.class);
				chats.create("trip", List.of("anna"));
				chats.send("trip", "ben", "x");
				SimpleMeterRegistry meters = context.getBean(SimpleMeterRegistry.class);
				assertThat(meters.get("redis.components.messaging.sent")
					.tags("component", "mailbox", "outcome", "sent")
					.counter()
					.count()).isEqualTo(1);
				assertThat(meters.get("redis.components.messaging.sent")
					.tags("component", "group-chat", "outcome", "refused")
					.counter()
					.count()).isEqualTo(1);
			});
		TestContexts.connected()
			.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(Mailboxes.class)
				.doesNotHaveBean(MessagingObserver.class));
	}

	@Test
	void endSubscriptionsOfTopicsWithTheApplication() {
		AtomicReference<TopicSubscription> subscription = new AtomicReference<>();
		List<String> heard = new CopyOnWriteArrayList<>();
		String name = random();
		TestContexts.connected().withPropertyValues("redis-components.key-prefix=" + name).run((context) -> {
			Topic<String> topic = context.getBean(Topics.class).get("news", String.class);
			subscription.set(topic.subscribe(heard::add));
			assertThat(subscription.get().awaitActive(Duration.ofSeconds(30))).isTrue();
			assertThat(topic.publish("x")).isEqualTo(1);
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard).containsExactly("x"));
		});
		String[] question = { "PUBSUB", "NUMSUB", name + ":topic:channel:news" };
		await().atMost(PATIENCE).until(() -> SharedRedis.standalone().command(question).toString().endsWith(" 0]"));
	}

	@Test
	void workWithoutSpringCloud() {
		TestContexts.connected()
			.withClassLoader(new FilteredClassLoader(EnvironmentChangeEvent.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(CacheClient.class)
				.doesNotHaveBean(EnvironmentChangeAutoConfiguration.class));
	}

	@Test
	void useTheConnectionFactoryThatIsMarked() {
		try (RedisServer other = RedisServer.start()) {
			TestContexts.runner()
				.withPropertyValues("other.port=" + other.port(), "key-port=" + SharedRedis.standalone().port())
				.withUserConfiguration(TwoFactories.class)
				.run((context) -> {
					assertThat(context).hasNotFailed();
					CommandPort.of(context.getBean(RedisPort.class))
						.call((commands) -> commands.set("marked", new byte[] { '1' }));
					assertThat(other.command("GET", "marked")).isEqualTo("1");
				});
		}
	}

	@Test
	void startWithRedisDownAndRecover() {
		try (RedisServer server = RedisServer.start()) {
			server.kill();
			TestContexts.runner()
				.withPropertyValues("spring.data.redis.url=" + server.uri(), "redis-components.command-timeout=300ms",
						"redis-components.limit-queue.queues.gift.length=3",
						"redis-components.limit-queue.queues.gift.type=java.lang.String")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					IdWorker ids = context.getBean(IdWorker.class);
					assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(ids::nextId);
					server.restart();
					await().atMost(PATIENCE).ignoreExceptions().until(() -> ids.nextId() > 0);
					DistributedLock locks = context.getBean(DistributedLock.class);
					await().atMost(PATIENCE).ignoreExceptions().until(() -> locks.get("x").tryAcquire().isPresent());
				});
		}
	}

	@Test
	void writeEveryKeyUnderTheApplicationsName() {
		try (RedisServer server = RedisServer.start()) {
			TestContexts.runner()
				.withPropertyValues("spring.data.redis.url=" + server.uri(), "spring.application.name=city")
				.run((context) -> {
					context.getBean(IdWorker.class).nextId();
					context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
					assertThat((List<?>) server.command("KEYS", "*")).isNotEmpty()
						.allSatisfy((key) -> assertThat(String.valueOf(key)).startsWith("city:"));
				});
		}
	}

	@Test
	void injectDeclaredQueuesByNameWithTheTypeOfTheInjectionPoint() {
		TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=" + random(),
					"redis-components.limit-queue.queues.gift.length=2",
					"redis-components.limit-queue.queues.gift.dedupe=value",
					"redis-components.limit-queue.queues.hot-words.length=1",
					"redis-components.limit-queue.queues.hot-words.type=java.lang.String")
			.withUserConfiguration(QueueUser.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				QueueUser user = context.getBean(QueueUser.class);
				user.giftLimitQueue.offer(new Gift("rose", 1));
				user.giftLimitQueue.offer(new Gift("cake", 2));
				user.giftLimitQueue.offer(new Gift("rose", 1));
				assertThat(user.giftLimitQueue.list()).containsExactly(new Gift("rose", 1), new Gift("cake", 2));
				user.hotWordsLimitQueue.offer("a");
				user.hotWordsLimitQueue.offer("b");
				assertThat(user.hotWordsLimitQueue.list()).containsExactly("b");
				assertThat(context.getBean("hotWordsLimitQueue")).isSameAs(user.hotWordsLimitQueue);
			});
	}

	@Test
	void readPoliciesWithOneAndWithSeveralLimits() {
		TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=" + random(),
					"redis-components.rate-limit.policies.code.limit=1",
					"redis-components.rate-limit.policies.code.period=1h",
					"redis-components.rate-limit.policies.api.limits[0].algorithm=gcra",
					"redis-components.rate-limit.policies.api.limits[0].limit=10",
					"redis-components.rate-limit.policies.api.limits[0].period=1h",
					"redis-components.rate-limit.policies.api.limits[1].limit=2",
					"redis-components.rate-limit.policies.api.limits[1].period=1h")
			.run((context) -> {
				RateLimiter limiter = context.getBean(RateLimiter.class);
				assertThat(limiter.tryAcquire("code", "me").allowed()).isTrue();
				assertThat(limiter.tryAcquire("code", "me").allowed()).isFalse();
				assertThat(limiter.tryAcquire("code", "me").retryAfter()).isBetween(Duration.ofMinutes(50),
						Duration.ofMinutes(60));
				assertThat(limiter.tryAcquire("api", "me").allowed()).isTrue();
				assertThat(limiter.tryAcquire("api", "me").allowed()).isTrue();
				assertThat(limiter.tryAcquire("api", "me").allowed()).isFalse();
			});
	}

	@Test
	void readTheSizesAndRulesOfSemaphoresAndTellTheListener() {
		List<String> heard = new java.util.concurrent.CopyOnWriteArrayList<>();
		SemaphoreObserver listener = new SemaphoreObserver() {
			@Override
			public void acquired(Permit permit, long waitedNanos) {
				heard.add(permit.name());
			}
		};
		TestContexts.connected()
			.withBean(SemaphoreObserver.class, () -> listener)
			.withPropertyValues("redis-components.key-prefix=" + random(),
					"redis-components.semaphore.semaphores.printer.permits=2",
					"redis-components.semaphore.semaphores.printer.fair=true",
					"redis-components.semaphore.semaphores.printer.lease=5m")
			.run((context) -> {
				NamedSemaphore printer = context.getBean(DistributedSemaphore.class).get("printer");
				Permit permit = printer.tryAcquire().orElseThrow();
				assertThat(permit.remaining()).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(5));
				assertThat(printer.available()).isEqualTo(1);
				assertThat(heard).containsExactly("printer");
			});
	}

	static String random() {
		return "t" + UUID.randomUUID();
	}

	record Gift(String name, int price) {

	}

	@Configuration(proxyBeanMethods = false)
	static class QueueUser {

		@Autowired
		LimitQueue<Gift> giftLimitQueue;

		@Autowired
		LimitQueue<String> hotWordsLimitQueue;

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnIdWorker {

		@Bean
		IdWorker myIds() {
			return (IdWorker) java.lang.reflect.Proxy.newProxyInstance(IdWorker.class.getClassLoader(),
					new Class<?>[] { IdWorker.class }, (proxy, method, args) -> switch (method.getName()) {
						case "hashCode" -> 1;
						case "equals" -> proxy == args[0];
						case "toString" -> "myIds";
						default -> throw new UnsupportedOperationException(Map.of("called", method).toString());
					});
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoFactories {

		@Bean
		LettuceConnectionFactory first(org.springframework.core.env.Environment environment) {
			return factory(environment.getRequiredProperty("key-port", Integer.class));
		}

		@Bean
		@RedisComponentsConnectionFactory
		LettuceConnectionFactory second(org.springframework.core.env.Environment environment) {
			return factory(environment.getRequiredProperty("other.port", Integer.class));
		}

		private static LettuceConnectionFactory factory(int port) {
			return new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port));
		}

	}

}
