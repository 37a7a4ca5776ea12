// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.autoconfigure.observability.RedisComponentsEndpoint;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.test.RedisSentinel;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;
import io.github.rediscomponents.topic.TopicSubscription;
import io.github.rediscomponents.topic.Topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Health, the endpoint, rights, pauses and the shutdown of several Redis.
 */
@ExtendWith(OutputCaptureExtension.class)
class SeveralRedisOperationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final String prefix = "t" + UUID.randomUUID();

	private RedisServer hot;

	@BeforeEach
	void start() {
		this.hot = RedisServer.start();
	}

	@AfterEach
	void stop() {
		this.hot.close();
	}

	private ApplicationContextRunner application(String... properties) {
		return TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=" + this.prefix,
					"redis-components.cache.defaults.command-timeout=30s",
					"redis-components.servers.hot.host=" + this.hot.host(),
					"redis-components.servers.hot.port=" + this.hot.port())
			.withPropertyValues(properties);
	}

	@Test
	void healthHasTheDetailsOfEachServerAndStaysUpWithoutIt() {
		application("redis-components.cache.caches.shop.local.enabled=true", "redis-components.cache.server=hot")
			.run((context) -> {
				assertThat(TestBoot.healthDetails(context)).isEmpty();
				CacheClient caches = context.getBean(CacheClient.class);
				await().atMost(PATIENCE).until(() -> {
					caches.get("shop", 1L, String.class, (id) -> "x");
					return localLevel(context).equals("UP");
				});
				this.hot.kill();
				await().atMost(PATIENCE).until(() -> !localLevel(context).equals("UP"));
				assertThat(TestBoot.healthStatus(context)).isEqualTo("UP");
				assertThat(TestBoot.healthDetails(context)).containsOnlyKeys("server.hot");
			});
	}

	private static Object localLevel(ApplicationContext context) {
		return ((Map<?, ?>) TestBoot.healthDetails(context).get("server.hot")).get("cache.localLevel");
	}

	@Test
	void theActionsOfAComponentAreNamedWithoutMakingIt() {
		application("management.endpoints.web.exposure.include=*", "redis-components.semaphore.server=hot")
			.run((context) -> {
				RoomView hot = context.getBean(RoomViews.class).rooms().get("hot.lock");
				assertThat(hot.actions()).containsExactly("release");
				assertThat(hot.lists()).isEmpty();
				assertThat(hot.report()).isEmpty();
				assertThat(context.getBean(Servers.class).used(DistributedLock.class)).doesNotContainKey("hot");
			});
	}

	@Test
	void theEndpointShowsTheLocksOfEachServer() {
		application("management.endpoints.web.exposure.include=*", "redis-components.semaphore.server=hot")
			.run((context) -> {
				RedisComponentsEndpoint endpoint = context.getBean(RedisComponentsEndpoint.class);
				assertThat(endpoint.overview()).containsKeys("lock", "hot.lock", "semaphore", "default.semaphore",
						"cache", "hot.cache");
				assertThat(endpoint.room("hot.lock")).isEmpty();
				DistributedLock locks = context.getBean("hotDistributedLock", DistributedLock.class);
				try (Lease lease = locks.get("order:1").acquire()) {
					assertThat(String.valueOf(endpoint.room("hot.lock"))).contains("order:1", lease.id());
					assertThat(String.valueOf(endpoint.room("lock"))).doesNotContain("order:1");
					assertThat(endpoint.find("hot.lock", "order:1")).containsEntry("held", true);
					assertThat(endpoint.find("lock", "order:1")).containsEntry("held", false);
					assertThat(endpoint.release("hot.lock", "order:1", null)).containsEntry("released", true);
				}
			});
	}

	@Test
	void aUserMayHaveTheRightsOfTheComponentsOfItsServerOnly() {
		this.hot.command("ACL", "SETUSER", "cacher", "on", ">secret", "resetkeys", "~" + this.prefix + ":cache*",
				"resetchannels", "&" + this.prefix + ":cache:channel:*", "-@all", "+eval", "+evalsha", "+ping", "+del",
				"+exists", "+get", "+hget", "+hmget", "+hset", "+pexpire", "+pttl", "+publish", "+set", "+subscribe",
				"+time", "+unlink", "+unsubscribe", "+zadd", "+zcard", "+zrange", "+zremrangebyscore", "+zscore");
		application("redis-components.servers.hot.username=cacher", "redis-components.servers.hot.password=secret",
				"redis-components.cache.server=hot")
			.run((context) -> {
				CacheClient caches = context.getBean(CacheClient.class);
				assertThat(caches.get("shop", 1L, String.class, (id) -> "x")).isEqualTo("x");
				assertThat(caches.get("shop", 1L, String.class, (id) -> "y")).isEqualTo("x");
				DistributedLock locks = context.getBean("hotDistributedLock", DistributedLock.class);
				assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> locks.get("a").tryAcquire())
					.withMessageContaining("lock");
				assertThat(context.getBean(DistributedLock.class).get("a").tryAcquire()).isPresent();
			});
	}

	@Test
	void aPausedApplicationConnectsAgain() {
		application("redis-components.cache.server=hot").run((context) -> {
			ConfigurableApplicationContext source = context
				.getSourceApplicationContext(ConfigurableApplicationContext.class);
			CacheClient caches = context.getBean(CacheClient.class);
			caches.get("shop", 1L, String.class, (id) -> "x");
			TestBoot.pause(source);
			await().atMost(PATIENCE)
				.until(() -> String.valueOf(this.hot.command("CLIENT", "LIST")).lines().count() == 1);
			TestBoot.restart(source);
			assertThat(caches.get("shop", 1L, String.class, (id) -> "y")).isEqualTo("x");
		});
	}

	@Test
	void handlersOfEveryServerCompleteBeforeTheWebServerStops() {
		CountDownLatch entered = new CountDownLatch(1);
		WebServer server = new WebServer();
		CompletableFuture<Boolean> stoppedMeanwhile = new CompletableFuture<>();
		application("redis-components.queue-listener.drain-timeout=60s").withBean(WebServer.class, () -> server)
			.run((context) -> {
				TaskQueue<String> queue = tasks(context);
				queue.subscribe((delivery) -> {
					entered.countDown();
					assertThat(server.closing.await(1, TimeUnit.MINUTES)).isTrue();
					// The server must not stop while the handler runs, however long.
					stoppedMeanwhile.complete(server.stopped.await(1, TimeUnit.SECONDS));
				}, SubscribeOptions.DEFAULTS);
				queue.enqueue("x");
				assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();
			});
		assertThat(stoppedMeanwhile).isCompletedWithValue(false);
		assertThat(server.stopped.getCount()).isZero();
		awaitNoConnection();
		application().run((context) -> {
			assertThat(tasks(context).stats().depth()).isZero();
			assertThat(tasks(context).stats().deadLetters()).isZero();
		});
	}

	@Test
	void closingFailsNowhereAndLeavesNoConnection(CapturedOutput output) {
		application("redis-components.topic.topics.news.server=hot", "redis-components.cache.caches.shop.server=hot",
				"redis-components.semaphore.semaphores.a.permits=1",
				"redis-components.semaphore.semaphores.a.server=hot",
				"redis-components.stream-queue.queues.a.server=hot")
			.run((context) -> {
				context.getBean(CacheClient.class).get("other", 1L, String.class, (id) -> "x");
				context.getBean(CacheClient.class).get("shop", 1L, String.class, (id) -> "x");
				context.getBean(StreamQueues.class);
				context.getBean(DistributedSemaphore.class);
				TopicSubscription heard = context.getBean(Topics.class).get("other", String.class).subscribe((text) -> {
				});
				assertThat(heard.awaitActive(PATIENCE)).isTrue();
				assertThat(String.valueOf(this.hot.command("CLIENT", "LIST")).lines()).hasSizeGreaterThan(1);
			});
		awaitNoConnection();
		assertThat(output.getAll()).doesNotContainIgnoringCase("close method", "destroy method", "Cannot close",
				IllegalStateException.class.getName());
	}

	/** The server forgets a connection a moment after its client has closed it. */
	private void awaitNoConnection() {
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(String.valueOf(this.hot.command("CLIENT", "LIST")).lines()).hasSize(1));
	}

	private static TaskQueue<String> tasks(ApplicationContext context) {
		return context.getBean("hotTaskQueues", TaskQueues.class)
			.get("email", String.class, WorkQueueSettings.defaults());
	}

	@Test
	void aServerForCachesMayEvict(CapturedOutput output) {
		this.hot.command("CONFIG", "SET", "maxmemory", "100mb");
		this.hot.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
		application("redis-components.cache.server=hot").run((context) -> {
			CacheClient caches = context.getBean(CacheClient.class);
			// The reply of the check precedes that of the cache on the same connection.
			assertThat(caches.get("shop", 1L, String.class, (id) -> "x")).isEqualTo("x");
		});
		assertThat(output.getAll()).doesNotContain("maxmemory-policy");
		application("redis-components.cache.server=hot", "redis-components.lock.server=hot").run((context) -> {
			context.getBean(CacheClient.class);
			assertThat(context.getBean(DistributedLock.class).get("a").tryAcquire()).isPresent();
		});
		assertThat(output.getAll()).contains("The maxmemory-policy of server 'hot' is allkeys-lru");
	}

	@Test
	void theFeedOfAServerHasWorkers() {
		application().run((context) -> {
			context.getBean("hotFollowGraph", FollowGraph.class).follow("ann", "ben");
			assertThat(context.getBean("hotTaskQueues", TaskQueues.class).activity()).hasSize(1);
			assertThat(context.getBean(TaskQueues.class).activity()).isEmpty();
			assertThat(context.getBean("hotFeed")).isNotSameAs(context.getBean(Feed.class));
			context.getBean(FollowGraph.class).follow("ann", "ben");
			assertThat(context.getBean(TaskQueues.class).activity()).hasSize(1);
		});
	}

	@Test
	void oneServerIsAPrimaryWithListedReplicas() {
		List<String> nodes = SharedRedis.replication()
			.nodes()
			.stream()
			.map((node) -> node.host() + ":" + node.port())
			.sorted()
			.toList();
		application("redis-components.servers.pair.masterreplica.nodes=" + String.join(",", nodes),
				"redis-components.lock.server=pair")
			.run((context) -> {
				assertThat(context.getBean(DistributedLock.class).get("a").tryAcquire()).isPresent();
				assertThat((List<?>) SharedRedis.replication().masterFor("a").command("KEYS", this.prefix + ":*"))
					.isNotEmpty();
			});
	}

	@Test
	void oneServerIsBehindSentinels() {
		RedisSentinel sentinel = SharedRedis.sentinel();
		List<String> nodes = sentinel.sentinels().stream().map((node) -> node.host() + ":" + node.port()).toList();
		application("redis-components.servers.safe.sentinel.master=" + sentinel.masterName(),
				"redis-components.servers.safe.sentinel.nodes=" + String.join(",", nodes),
				"redis-components.servers.safe.client-name=shop", "redis-components.lock.server=safe")
			.run((context) -> {
				assertThat(context.getBean(DistributedLock.class).get("a").tryAcquire()).isPresent();
				assertThat(new TreeSet<>((List<?>) sentinel.currentMaster().command("KEYS", this.prefix + ":*")))
					.isNotEmpty();
				await().atMost(PATIENCE)
					.untilAsserted(() -> assertThat(String.valueOf(sentinel.currentMaster().command("CLIENT", "LIST")))
						.contains("name=shop:redis-components:commands"));
			});
	}

	/** Stops when the web server of an application does. */
	private static final class WebServer implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {

		final CountDownLatch closing = new CountDownLatch(1);

		final CountDownLatch stopped = new CountDownLatch(1);

		private volatile boolean running;

		@Override
		public void onApplicationEvent(ContextClosedEvent event) {
			this.closing.countDown();
		}

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.stopped.countDown();
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return TestBoot.GRACEFUL_SHUTDOWN_PHASE;
		}

	}

}
