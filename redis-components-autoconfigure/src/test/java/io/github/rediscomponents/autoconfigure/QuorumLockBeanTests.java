// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.lock.LockProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.quorum.QuorumLock;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class QuorumLockBeanTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final List<RedisServer> SERVERS = new ArrayList<>();

	private final String name = "order " + UUID.randomUUID();

	@BeforeAll
	static void startServers() {
		for (int i = 0; i < 3; i++) {
			SERVERS.add(RedisServer.start());
		}
	}

	@AfterAll
	static void stopServers() {
		SERVERS.forEach(RedisServer::close);
	}

	private static String uri(int server) {
		return SERVERS.get(server).uri();
	}

	@Test
	void itsPropertiesAreDescribedWithoutPasswords() {
		quorum().withPropertyValues("redis-components.lock.quorum.nodes[0]=redis://me:secret@one:1").run((context) -> {
			LockProperties properties = PropertySettings.bind(context.getEnvironment(), LockProperties.PREFIX,
					LockProperties.class);
			assertThat(properties.toString()).contains("redis://******@one:1").doesNotContain("secret");
		});
	}

	private static ApplicationContextRunner quorum() {
		return TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=app", "redis-components.lock.quorum.node-timeout=30s",
					"redis-components.lock.quorum.nodes[0]=" + uri(0),
					"redis-components.lock.quorum.nodes[1]=" + uri(1),
					"redis-components.lock.quorum.nodes[2]=" + uri(2));
	}

	private static Lease acquired(NamedLock lock) {
		AtomicReference<Lease> lease = new AtomicReference<>();
		await().atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
			.until(() -> lock.tryAcquire().map((one) -> {
				lease.set(one);
				return true;
			}).orElse(false));
		return lease.get();
	}

	@Test
	void isNotThereWithoutServers() {
		TestContexts.connected()
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(DistributedLock.class)
				.doesNotHaveBean(QuorumLock.class));
	}

	@Test
	void isThereBesideTheLockOfOneServerWhichStaysTheOnlyOneOfItsType() {
		quorum().run((context) -> {
			assertThat(context).hasNotFailed()
				.hasSingleBean(QuorumLock.class)
				.hasSingleBean(DistributedLock.class)
				.hasSingleBean(RedisPort.class);
			QuorumLock locks = context.getBean(QuorumLock.class);
			try (Lease lease = acquired(locks.get(this.name))) {
				assertThat(lease.isValid()).isTrue();
				assertThat(locks.activity().held()).extracting(LockActivity.Held::name).containsExactly(this.name);
				try (Lease other = context.getBean(DistributedLock.class).get(this.name).tryAcquire().orElseThrow()) {
					assertThat(other.isValid()).isTrue();
				}
			}
			assertThat(locks.get(this.name).info().held()).isFalse();
		});
	}

	@Test
	void acceptsCommaSeparatedServersAndFollowsARefresh() {
		TestContexts.connected()
			.withPropertyValues("redis-components.lock.quorum.nodes=" + uri(0) + "," + uri(1) + "," + uri(2))
			.withSystemProperties("redis-components.lock.lease=20s")
			.run((context) -> {
				NamedLock lock = context.getBean(QuorumLock.class).get(this.name);
				try (Lease lease = acquired(lock)) {
					assertThat(lease.remaining()).isLessThan(Duration.ofSeconds(20));
				}
				System.setProperty("redis-components.lock.lease", "50s");
				context.getBean(RedisComponentsRefresher.class).refresh();
				try (Lease lease = acquired(lock)) {
					assertThat(lease.remaining()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(50));
				}
			});
	}

	@Test
	void startsWithServersDownAndRecovers() {
		SERVERS.get(0).kill();
		SERVERS.get(1).kill();
		try {
			quorum().withPropertyValues("redis-components.lock.quorum.node-timeout=500ms").run((context) -> {
				assertThat(context).hasNotFailed();
				NamedLock lock = context.getBean(QuorumLock.class).get(this.name);
				assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(lock::tryAcquire);
				SERVERS.get(0).restart();
				acquired(lock).close();
			});
		}
		finally {
			SERVERS.get(0).restart();
			SERVERS.get(1).restart();
		}
	}

	@Test
	void closesItsConnectionsWithTheApplication() throws Exception {
		try (RedisServer a = RedisServer.start();
				RedisServer b = RedisServer.start();
				RedisServer c = RedisServer.start()) {
			int before = clients(a);
			TestContexts.connected()
				.withPropertyValues("redis-components.lock.quorum.nodes=" + a.uri() + "," + b.uri() + "," + c.uri())
				.run((context) -> {
					acquired(context.getBean(QuorumLock.class).get(this.name)).close();
					await().atMost(PATIENCE).until(() -> clients(a) == before + 1);
				});
			await().atMost(PATIENCE).until(() -> clients(a) == before);
		}
	}

	/** This question counts itself. */
	private static int clients(RedisServer server) {
		return (int) String.valueOf(server.command("CLIENT", "LIST")).lines().count();
	}

	@Test
	void goesWithTheRoom() {
		quorum().withPropertyValues("redis-components.lock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(QuorumLock.class));
	}

	@Test
	void backsOffWhenTheApplicationDefinesItsOwn() {
		quorum().withUserConfiguration(Own.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(QuorumLock.class)
				.doesNotHaveBean("redisComponentsQuorumServers"));
	}

	@Test
	void keepsPasswordsOutOfTheMessage() {
		TestContexts.connected()
			.withPropertyValues("redis-components.lock.quorum.nodes=" + uri(0) + ",redis://:secret@x:y," + uri(1))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("nodes must be URIs")
				.hasMessageContaining("number 2")
				.hasMessageNotContaining("secret"));
	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		QuorumLock mine() {
			return new QuorumLock() {
				@Override
				public NamedLock get(String name) {
					throw new IllegalStateException();
				}

				@Override
				public LockActivity activity() {
					return new LockActivity(List.of(), List.of());
				}

				@Override
				public void close() {
				}
			};
		}

	}

}
