// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.docs.RedisComponentsExamples;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The components as an application without Spring Boot has them.
 */
@Tag("contract")
@StandaloneAndCluster
class RedisComponentsTests extends TopologyFixture {

	private static final List<Function<RedisComponents, Object>> ALL = List.of(RedisComponents::caches,
			RedisComponents::locks, RedisComponents::semaphores, RedisComponents::rateLimiter, RedisComponents::ids,
			RedisComponents::limitQueues, RedisComponents::streamQueues, RedisComponents::taskQueues,
			RedisComponents::delayQueues, RedisComponents::topics, RedisComponents::groupChats,
			RedisComponents::mailboxes, RedisComponents::prefixIndexes, RedisComponents::recentLists,
			RedisComponents::bloomFilters, RedisComponents::dayBitmap, RedisComponents::uniqueCounter,
			RedisComponents::viewCounter, RedisComponents::geoIndex, RedisComponents::rankedSets,
			RedisComponents::likes, RedisComponents::followGraph, RedisComponents::feed, RedisComponents::tokenSessions,
			RedisComponents::oneTimeCodes);

	private final String prefix = "t" + UUID.randomUUID();

	private final List<String> operations = new CopyOnWriteArrayList<>();

	private final LettuceConnectionFactory factory = TestFactories.to(server());

	private final RedisComponents components = RedisComponents.on(this.factory)
		.keyPrefix(this.prefix)
		.commandTimeout(Duration.ofSeconds(30))
		.settings(ComponentType.LOCK, LockSettings.defaults().withLease(Duration.ofMinutes(7)))
		.settings(ComponentType.TASK_QUEUE, Map.of("email", WorkQueueSettings.defaults()))
		.observer((OperationObserver) (component, operation, outcome, nanos) -> this.operations.add(component))
		.build();

	RedisComponentsTests(RedisTopology topology) {
		super(topology);
	}

	@AfterEach
	void close() {
		this.components.close();
		this.factory.destroy();
	}

	@Test
	void makesEachComponentOnceAndEachAccessorIsCalledHere() {
		assertThat(ALL).allSatisfy((accessor) -> assertThat(accessor.apply(this.components)).isNotNull()
			.isSameAs(accessor.apply(this.components)));
		assertThat(ALL.stream().map((accessor) -> accessor.apply(this.components)).distinct()).hasSize(ALL.size());
		assertThat(Stream.of(RedisComponents.class.getMethods())
			.filter((method) -> method.getDeclaringClass() == RedisComponents.class)
			.filter((method) -> method.getParameterCount() == 0 && method.getReturnType() != void.class))
			.hasSameSizeAs(ALL);
	}

	@Test
	void makesComponentsThatWorkWithTheirSettings() throws Exception {
		try (Lease lease = this.components.locks().get("order").acquire()) {
			assertThat(lease.remaining()).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(7));
			assertThat(this.components.locks().get("order").info().held()).isTrue();
		}
		assertThat(this.components.caches().get("shop", 1L, String.class, (id) -> "shop " + id)).isEqualTo("shop 1");
		assertThat(this.components.ids().nextId()).isPositive();
		CompletableFuture<String> received = new CompletableFuture<>();
		this.components.taskQueues()
			.get("email", String.class)
			.subscribe((delivery) -> received.complete(delivery.value()), SubscribeOptions.DEFAULTS);
		this.components.taskQueues().get("email", String.class).enqueue("hello");
		assertThat(received.get(30, TimeUnit.SECONDS)).isEqualTo("hello");
		assertThatIllegalArgumentException().isThrownBy(() -> this.components.taskQueues().get("sms", String.class))
			.withMessageContaining("sms");
	}

	@Test
	void tellsTheObserverAndWritesUnderThePrefixOnly() {
		this.components.likes().toggle("post", "user");
		assertThat(this.operations).containsExactly("likes");
		assertThat(server().nodes()
			.stream()
			.flatMap((node) -> ((List<?>) node.command("KEYS", this.prefix + ":*")).stream())).isNotEmpty();
	}

	@Test
	void leavesTheConnectionFactoryOpenWhenItIsClosed() {
		this.components.ids().nextId();
		this.components.likes().toggle("post", "user");
		this.components.close();
		this.components.close();
		assertThatExceptionOfType(RedisComponentsException.class)
			.isThrownBy(() -> this.components.likes().toggle("post", "user"));
		assertThatIllegalStateException().isThrownBy(this.components::taskQueues).withMessageContaining("closed");
		assertThat(this.factory.getConnection().commands().ping()).isEqualTo("PONG");
	}

	@Test
	void refusesTheFactoryOfAnotherDriver() {
		RedisConnectionFactory other = (RedisConnectionFactory) java.lang.reflect.Proxy.newProxyInstance(
				RedisConnectionFactory.class.getClassLoader(), new Class<?>[] { RedisConnectionFactory.class },
				(proxy, method, args) -> null);
		assertThatIllegalArgumentException().isThrownBy(() -> RedisComponents.on(other))
			.withMessageContaining("LettuceConnectionFactory");
	}

	@Test
	void runsTheExampleOfTheGuide() throws InterruptedException {
		assertThat(new RedisComponentsExamples(this.factory).start()).isPositive();
	}

}
