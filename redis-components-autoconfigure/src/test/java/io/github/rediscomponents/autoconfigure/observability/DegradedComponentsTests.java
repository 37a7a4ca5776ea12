// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.quorum.QuorumLock;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Health names what is unwell in locks on other clients, in filters and in ids.
 */
class DegradedComponentsTests extends DegradedHealthFixture {

	@Test
	@EnabledIf("io.github.rediscomponents.autoconfigure.TestBoot#hasRedisson4")
	void aLeaseOfRedissonsEngineThatMayNotBeRenewed() {
		application("redis-components.lock.lease=12s", "redis-components.lock.engine=redisson",
				"redisson.url=redis://app:pw@" + this.server.host() + ":" + this.server.port())
			.withUserConfiguration(OwnRedisson.class)
			.run((context) -> {
				try (Lease lease = context.getBean(DistributedLock.class).get("secret").acquire()) {
					user("-hget");
					Map<String, Object> entry = awaitDegraded(context, "lock");
					assertThat(entry.get("reason").toString()).contains("can't run this command");
					assertThat(entry.toString()).doesNotContain("secret", "KEYS", "channel");
					user("+@all");
					awaitWell(context);
					assertThat(lease.isValid()).isTrue();
				}
			});
	}

	@Test
	void aQuorumThatIsLost() {
		List<RedisServer> nodes = IntStream.range(0, 3).mapToObj((i) -> RedisServer.start()).toList();
		try {
			application(Stream
				.concat(Stream.of("redis-components.lock.lease=12s"),
						IntStream.range(0, 3)
							.mapToObj((i) -> "redis-components.lock.quorum.nodes[" + i + "]=" + nodes.get(i).uri()))
				.toArray(String[]::new)).run((context) -> loseQuorum(context, nodes));
		}
		finally {
			nodes.forEach(RedisServer::close);
		}
	}

	private void loseQuorum(AssertableApplicationContext context, List<RedisServer> nodes) {
		QuorumLock locks = context.getBean(QuorumLock.class);
		try (Lease lease = await().atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(RedisComponentsException.class)
			.until(() -> locks.get("secret").acquire(), (held) -> true)) {
			assertThat(lease.name()).isEqualTo("secret");
			await().atMost(PATIENCE).untilAsserted(() -> {
				locks.get("another").tryAcquire().ifPresent(Lease::release);
				assertThat(degraded(context)).isEmpty();
			});
			nodes.get(1).kill();
			awaitDegraded(context, "lock.quorum");
			// Another one may have been too late once.
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(degraded(context)).singleElement()
					.satisfies((entry) -> assertThat(entry).containsEntry("name", "nodes[1]")));
			nodes.get(2).kill();
			assertThatExceptionOfType(RedisUnavailableException.class)
				.isThrownBy(() -> locks.get("another").tryAcquire());
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(degraded(context)).extracting((one) -> one.get("name"))
					.contains("nodes[1]", "nodes[2]", null));
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(degraded(context).toString()).contains("majority", "cannot be renewed")
					.doesNotContain("secret"));
			nodes.get(1).restart();
			nodes.get(2).restart();
			awaitWell(context);
		}
	}

	@Test
	void aFilterWithMoreElementsThanItWasMadeFor() {
		application("redis-components.bloom-filter.filters.seen.capacity=100").run((context) -> {
			BloomFilter filter = context.getBean(BloomFilters.class).get("seen");
			assertThat(filter.rebuild(() -> elements(50), (read) -> {
			})).isTrue();
			filter.addAll(elements(60).toList());
			filter.stats();
			assertThat(degraded(context)).isEmpty();
			filter.addAll(elements(400).toList());
			Map<String, Object> entry = awaitDegraded(context, "bloom-filter");
			assertThat(entry).containsEntry("name", "seen");
			assertThat(entry.get("reason").toString()).contains("100");
			assertThat(filter.rebuild(() -> elements(50), (read) -> {
			})).isTrue();
			filter.test("e1");
			assertThat(degraded(context)).isEmpty();
		});
	}

	private static Stream<String> elements(int n) {
		return IntStream.range(0, n).mapToObj((i) -> "e" + i);
	}

	@Test
	void idsThatAreNotGranted() {
		application("redis-components.command-timeout=2s").run((context) -> {
			IdWorker ids = context.getBean(IdWorker.class);
			await().atMost(PATIENCE)
				.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
				.until(() -> ids.nextId("a") > 0);
			user("-hmget");
			assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> ids.nextId("b"));
			assertThat(awaitDegraded(context, "id").get("reason").toString()).containsIgnoringCase("hmget");
			user("+@all");
			ids.nextId("b");
			assertThat(degraded(context)).isEmpty();
			this.server.kill();
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ids.nextId("c"));
			awaitDegraded(context, "id");
			this.server.restart();
			user("+@all");
			await().atMost(PATIENCE)
				.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
				.until(() -> ids.nextId("d") > 0);
			awaitWell(context);
		});
	}

	@Test
	void idsThatAreAheadOfTheClock() {
		application("redis-components.key-prefix=shop").run((context) -> {
			IdWorker ids = context.getBean(IdWorker.class);
			ids.nextId("orders");
			assertThat(degraded(context)).isEmpty();
			// As if the clock had been three seconds ahead.
			this.server.command("HINCRBY", "shop:id:{orders}:default", "t", "3000");
			await().atMost(PATIENCE).until(() -> {
				ids.nextIds("orders", 1000);
				return !degraded(context).isEmpty();
			});
			assertThat(awaitDegraded(context, "id").get("reason").toString()).contains("clock");
			await().atMost(PATIENCE).until(() -> {
				ids.nextIds("orders", 1000);
				return degraded(context).isEmpty();
			});
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnRedisson {

		@Bean(destroyMethod = "shutdown")
		RedissonClient redisson(Environment environment) {
			Config config = new Config();
			config.useSingleServer()
				.setAddress(environment.getProperty("redisson.url"))
				.setConnectionMinimumIdleSize(1)
				.setConnectionPoolSize(4);
			return Redisson.create(config);
		}

	}

}
