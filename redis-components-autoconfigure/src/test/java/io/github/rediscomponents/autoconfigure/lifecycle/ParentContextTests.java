// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lifecycle;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Contexts that share components with their parent. Closing the child leaves the parent
 * as it was, and takes along what the child has begun.
 */
class ParentContextTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static ApplicationContextRunner parent(String... properties) {
		return TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.task-queue.queues.numbers.trace=false",
					"redis-components.cache.caches.users.ttl=1m")
			.withPropertyValues(properties);
	}

	private static ApplicationContextRunner child(ConfigurableApplicationContext parent) {
		return TestContexts.runner()
			.withParent(parent)
			.withPropertyValues("redis-components.task-queue.queues.numbers.trace=false");
	}

	private static void works(ConfigurableApplicationContext context) {
		try (Lease lease = context.getBean(DistributedLock.class).get("a lock").tryAcquire().orElseThrow()) {
			assertThat(lease.isValid()).isTrue();
		}
		TypedCache<String, String> users = context.getBean(CacheClient.class).cache("users", String.class);
		users.put("1", "Ada");
		assertThat(users.get("1", (key) -> "none")).isEqualTo("Ada");
		assertThat(context.getBean(Background.class).workers().isShutdown()).isFalse();
		assertThat(context.getBean(Background.class).timer().isShutdown()).isFalse();
	}

	@Test
	void aChildThatClosesLeavesTheComponentsOfItsParentOpen() {
		parent().run((parent) -> {
			works(parent);
			child(parent).run((child) -> {
				assertThat(child).hasNotFailed();
				works(child);
			});
			works(parent);
		});
	}

	@Test
	void aChildThatStopsLeavesTheConnectionsOfItsParentOpen() {
		try (RedisServer server = RedisServer.start()) {
			parent("spring.data.redis.url=" + server.uri()).run((parent) -> {
				works(parent);
				child(parent).run((child) -> {
					List<String> connections = connections(server);
					assertThat(connections).isNotEmpty();
					child.stop();
					works(parent);
					assertThat(connections(server)).isEqualTo(connections);
				});
			});
		}
	}

	private static List<String> connections(RedisServer server) {
		return String.valueOf(server.command("CLIENT", "LIST"))
			.lines()
			.filter((line) -> line.contains("name=redis-components"))
			.map((line) -> line.substring(0, line.indexOf(' ')))
			.toList();
	}

	@Test
	void aListenerOfAChildEndsWithTheChildAndThatOfTheParentGoesOn() {
		parent().withBean(Listener.class).run((parent) -> {
			TaskQueue<Integer> queue = parent.getBean(TaskQueues.class).get("numbers", Integer.class);
			Queue<Integer> ofParent = parent.getBean(Listener.class).seen;
			Queue<Integer> ofChild = new ConcurrentLinkedQueue<>();
			child(parent).withBean("ofChild", Listener.class).run((child) -> {
				assertThat(child).hasNotFailed();
				Queue<Integer> seen = child.getBean("ofChild", Listener.class).seen;
				int number = 0;
				while (seen.isEmpty()) {
					queue.enqueue(number++);
				}
				int all = number;
				await().atMost(PATIENCE).untilAsserted(() -> assertThat(ofParent.size() + seen.size()).isEqualTo(all));
				child.close();
				seen.clear();
				ofParent.clear();
				for (int i = 0; i < 200; i++) {
					queue.enqueue(i);
				}
				await().atMost(PATIENCE).untilAsserted(() -> assertThat(ofParent.size() + seen.size()).isEqualTo(200));
				ofChild.addAll(seen);
			});
			assertThat(ofChild).isEmpty();
			assertThat(ofParent).hasSize(200);
		});
	}

	@Test
	void aChildThatClosesLeavesTheFurtherServersOfItsParentOpen() {
		try (RedisServer hot = RedisServer.start()) {
			String url = "redis-components.servers.hot.url=" + hot.uri();
			parent(url, "redis-components.cache.server=hot", "redis-components.task-queue.server=hot")
				.withBean(Listener.class)
				.run((parent) -> {
					works(parent);
					child(parent)
						.withPropertyValues(url, "redis-components.cache.server=hot",
								"redis-components.task-queue.server=hot")
						.run((child) -> {
							assertThat(child).hasNotFailed();
							works(child);
						});
					works(parent);
					TaskQueue<Integer> queue = parent.getBean(TaskQueues.class).get("numbers", Integer.class);
					queue.enqueue(1);
					await().atMost(PATIENCE)
						.untilAsserted(() -> assertThat(parent.getBean(Listener.class).seen).containsExactly(1));
				});
		}
	}

	@Test
	void aChildThatFailsToStartKeepsNoConnectionToItsOwnServers() {
		try (RedisServer hot = RedisServer.start()) {
			parent().run((parent) -> {
				child(parent).withPropertyValues("redis-components.servers.hot.url=" + hot.uri())
					.withBean(Failing.class)
					.run((child) -> assertThat(child).hasFailed());
				await().atMost(PATIENCE).untilAsserted(() -> assertThat(connections(hot)).isEmpty());
				works(parent);
			});
		}
	}

	@Test
	void aLeaseOfTheParentOutlivesTheChild() {
		parent("redis-components.lock.lease=6s").run((parent) -> {
			Lease lease = parent.getBean(DistributedLock.class).get("kept").acquire();
			Queue<LossReason> lost = new ConcurrentLinkedQueue<>();
			lease.lost().thenAccept(lost::add);
			child(parent).run((child) -> works(child));
			// It is renewed after a third of its time.
			AtomicReference<Duration> before = new AtomicReference<>(lease.remaining());
			await().atMost(PATIENCE).until(() -> {
				Duration remaining = lease.remaining();
				return remaining.compareTo(before.getAndSet(remaining)) > 0;
			});
			assertThat(lost).isEmpty();
			assertThat(lease.isValid()).isTrue();
			lease.close();
		});
	}

	@Test
	void aChangeInAChildIsRefreshedInBothAndChangesOnlyWhatEachHas() {
		parent("redis-components.lock.lease=20s").run((parent) -> {
			DistributedLock locks = parent.getBean(DistributedLock.class);
			child(parent).run((child) -> {
				TestContexts.change(child, "redis-components.lock.lease", "5s");
				child.publishEvent(new EnvironmentChangeEvent(child, Map.of("x", "y").keySet()));
				assertThat(remaining(locks)).isGreaterThan(Duration.ofSeconds(10));
				TestContexts.change(parent, "redis-components.lock.lease", "4s");
				child.publishEvent(new EnvironmentChangeEvent(child, Map.of("x", "y").keySet()));
				assertThat(remaining(locks)).isLessThan(Duration.ofSeconds(4));
			});
		});
	}

	@Test
	void aChildWithoutAutoConfigurationIsGivenTheComponentsOfItsParent() {
		parent("redis-components.task-queue.queues.numbers.type=java.lang.Integer").run((parent) -> {
			new ApplicationContextRunner().withParent(parent).withBean(Injected.class).run((child) -> {
				assertThat(child).hasNotFailed();
				Injected injected = child.getBean(Injected.class);
				injected.numbers.enqueue(1);
				assertThat(injected.numbers.stats().depth()).isEqualTo(1);
				assertThat(injected.locks).isSameAs(parent.getBean(DistributedLock.class));
			});
			works(parent);
		});
	}

	/** Spring's own rules apply there, which a parent cannot change. */
	@Test
	void aChildWithoutAutoConfigurationNamesOneOfSeveralByAQualifier() {
		parent("redis-components.task-queue.queues.numbers.type=java.lang.Integer",
				"redis-components.task-queue.queues.words.type=java.lang.String")
			.run((parent) -> {
				ApplicationContextRunner child = new ApplicationContextRunner().withParent(parent);
				child.withBean(Qualified.class).run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean(Qualified.class).any()).isSameAs(parent.getBean("numbersTaskQueue"));
				});
				child.withBean(Unqualified.class).run((context) -> assertThat(context).hasFailed());
			});
	}

	@Test
	void aChildHasComponentsThatItsParentHasNot() {
		new ApplicationContextRunner().run((parent) -> {
			child(parent)
				.withPropertyValues("spring.data.redis.url=" + SharedRedis.standalone().uri(),
						"redis-components.command-timeout=30s", "redis-components.key-prefix=t" + UUID.randomUUID())
				.withBean(Listener.class)
				.run((child) -> {
					works(child);
					child.getBean(TaskQueues.class).get("numbers", Integer.class).enqueue(1);
					await().atMost(PATIENCE)
						.untilAsserted(() -> assertThat(child.getBean(Listener.class).seen).containsExactly(1));
				});
			assertThat(parent).doesNotHaveBean(DistributedLock.class);
		});
	}

	/** A grant that takes as long as the lease is none. */
	private static Duration remaining(DistributedLock locks) throws InterruptedException {
		try (Lease lease = locks.get("changed").acquire()) {
			return lease.remaining();
		}
	}

	static class Failing {

		Failing(@Qualifier("hot") DistributedLock locks) {
			locks.get("a lock").tryAcquire().orElseThrow();
			throw new IllegalStateException("It cannot be made");
		}

	}

	record Injected(TaskQueue<Integer> numbers, DistributedLock locks) {

	}

	record Qualified(@Qualifier("numbersTaskQueue") TaskQueue<?> any) {

	}

	record Unqualified(TaskQueue<?> any) {

	}

	static class Listener {

		final Queue<Integer> seen = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "numbers")
		void number(Integer number) {
			this.seen.add(number);
		}

	}

}
