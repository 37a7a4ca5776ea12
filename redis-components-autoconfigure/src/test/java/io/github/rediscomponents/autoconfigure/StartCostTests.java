// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Cost of the components in an application: connections, threads, and nothing in place of
 * its own beans. Each is counted beside the same application without them.
 */
class StartCostTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static ApplicationContextRunner application(RedisServer server, boolean redissonStarter) {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(TestBoot.REDIS))
			.withPropertyValues("spring.data.redis.url=" + server.uri());
		return redissonStarter ? runner.withConfiguration(AutoConfigurations.of(TestBoot.REDISSON)) : runner;
	}

	private static ApplicationContextRunner withComponents(ApplicationContextRunner application) {
		// The first connection of a JVM takes long on a busy machine.
		return application.withConfiguration(AutoConfigurations.of(TestContexts.autoConfigurations()))
			.withPropertyValues("redis-components.command-timeout=30s");
	}

	/**
	 * An application that declares nothing has the components, and little beside them.
	 */
	@Test
	void addsFortyTwoBeansAtMost() {
		ApplicationContextRunner application = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, TestBoot.REDIS))
			// What the starter does not bring along.
			.withClassLoader(new FilteredClassLoader("org.springframework.cloud.", "org.springframework.boot.actuate.",
					"org.springframework.boot.health.", "org.springframework.boot.cache.", "io.micrometer.core.",
					"org.redisson."));
		application
			.run((without) -> application.withConfiguration(AutoConfigurations.of(TestContexts.autoConfigurations()))
				.run((with) -> {
					List<String> added = Stream.of(with.getBeanDefinitionNames())
						.filter((name) -> !without.containsBeanDefinition(name))
						.toList();
					assertThat(added).contains("cacheClient", "redisComponents").hasSizeLessThanOrEqualTo(42);
				}));
	}

	@Test
	void addsTwoConnections() {
		addsTwoConnections(false);
	}

	@Test
	void addsAsManyBesideTheRedissonStarter() {
		addsTwoConnections(true);
	}

	@Test
	void addsAThirdForTheQueuesOfAGroupHoweverManyAreRead() {
		try (RedisServer server = RedisServer.start()) {
			int[] without = new int[1];
			application(server, false).run((context) -> {
				ping(context);
				without[0] = connections(server);
			});
			awaitConnections(server, 0);
			withComponents(application(server, false)).run((context) -> {
				ping(context);
				use(context);
				TaskQueues queues = context.getBean(TaskQueues.class);
				for (String name : List.of("mail", "sms", "push")) {
					queues.get(name, String.class, WorkQueueSettings.defaults()).subscribe((delivery) -> {
					}, SubscribeOptions.DEFAULTS);
				}
				withComponents(application(server, false)).run((other) -> waitForALock(context, other));
				// One for commands, one for messages, one for reading.
				awaitConnections(server, without[0] + 3);
				queues.stop(PATIENCE);
			});
		}
	}

	private static void addsTwoConnections(boolean redissonStarter) {
		try (RedisServer server = RedisServer.start()) {
			int[] without = new int[1];
			application(server, redissonStarter).run((context) -> {
				ping(context);
				without[0] = connections(server);
			});
			awaitConnections(server, 0);
			withComponents(application(server, redissonStarter)).run((context) -> {
				ping(context);
				use(context);
				withComponents(application(server, false)).run((other) -> waitForALock(context, other));
				// One for commands, one for messages.
				awaitConnections(server, without[0] + 2);
			});
		}
	}

	@Test
	void addsThreeLastingThreadsAtMost() {
		addsThreeLastingThreadsAtMost(false);
	}

	@Test
	void addsThreeLastingThreadsAtMostBesideTheRedissonStarter() {
		addsThreeLastingThreadsAtMost(true);
	}

	private static void addsThreeLastingThreadsAtMost(boolean redissonStarter) {
		try (RedisServer server = RedisServer.start()) {
			Set<Thread> first = threads();
			int[] without = new int[1];
			application(server, redissonStarter).run((context) -> {
				ping(context);
				without[0] = started(first).size();
			});
			Set<Thread> second = threads();
			withComponents(application(server, redissonStarter)).run((context) -> {
				ping(context);
				use(context);
				context.getBean(DistributedLock.class).get("held").acquire();
				// What a start needs for a moment ends.
				await().pollInSameThread()
					.atMost(PATIENCE)
					.untilAsserted(() -> assertThat(started(second)).hasSizeLessThanOrEqualTo(without[0] + 3));
			});
		}
	}

	@Test
	void leavesTheConnectionFactoryOfTheApplicationAsItIs() {
		try (RedisServer server = RedisServer.start()) {
			for (boolean redissonStarter : new boolean[] { false, true }) {
				ApplicationContextRunner application = application(server, redissonStarter);
				CompletableFuture<Map<String, Class<?>>> without = new CompletableFuture<>();
				application.run((context) -> without.complete(factories(context)));
				withComponents(application)
					.run((context) -> assertThat(factories(context)).isEqualTo(without.join()).hasSize(1));
			}
		}
	}

	private static Map<String, Class<?>> factories(ApplicationContext context) {
		return context.getBeansOfType(RedisConnectionFactory.class)
			.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (bean) -> bean.getValue().getClass()));
	}

	private static void ping(ApplicationContext context) {
		context.getBean(StringRedisTemplate.class).opsForValue().get("x");
	}

	private static void use(ApplicationContext context) {
		context.getBean(IdWorker.class).nextId();
		context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
		context.getBean(DistributedLock.class).get("free").tryAcquire().orElseThrow().close();
	}

	private static void waitForALock(ApplicationContext context, ApplicationContext other) throws InterruptedException {
		NamedLock lock = context.getBean(DistributedLock.class).get("taken");
		Lease taken = other.getBean(DistributedLock.class).get("taken").acquire();
		CompletableFuture<?> waiting = lock.tryAcquireAsync(LockOptions.defaults())
			.thenAccept((lease) -> lease.orElseThrow().releaseAsync())
			.toCompletableFuture();
		await().atMost(PATIENCE).until(() -> lock.info().waiting() == 1);
		taken.close();
		assertThat(waiting).succeedsWithin(PATIENCE);
	}

	private static int connections(RedisServer server) {
		// The thread of the test is not counted.
		return (int) String.valueOf(server.command("CLIENT", "LIST")).lines().count() - 1;
	}

	private static void awaitConnections(RedisServer server, int expected) {
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(connections(server)).as("%s", server.command("CLIENT", "LIST"))
				.isEqualTo(expected));
	}

	private static Set<Thread> threads() {
		return Set.copyOf(Thread.getAllStackTraces().keySet());
	}

	/**
	 * Without Redisson's, whose number varies, without workers, which end when there is
	 * no work for a minute, and without the one thread that the JDK keeps in the whole
	 * JVM for the deadlines of all futures.
	 */
	private static List<Thread> started(Set<Thread> before) {
		return threads().stream()
			.filter((thread) -> !before.contains(thread))
			.filter((thread) -> Stream.of("redisson-", "redis-components-worker-", "CompletableFutureDelayScheduler")
				.noneMatch(thread.getName()::startsWith))
			.toList();
	}

}
