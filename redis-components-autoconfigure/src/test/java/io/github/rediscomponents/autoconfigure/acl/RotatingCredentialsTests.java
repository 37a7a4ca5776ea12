// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;
import reactor.core.publisher.Mono;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.acl.RoundTrips.RoundTrip;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * A provider of credentials that the application gives its Lettuce factory is that of the
 * components too, on one server and on listed nodes.
 */
@Timeout(120)
class RotatingCredentialsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisReplication redis = RedisReplication.builder().replicas(1).start();

	private final AtomicReference<String> password = new AtomicReference<>("old");

	@BeforeEach
	void user() {
		acl("reset", "on", ">old", "~*", "&*", "+@all");
	}

	@AfterEach
	void close() {
		this.redis.close();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void theComponentsComeBackWithTheNewPassword(boolean listed) {
		assumeThat(!listed || TestBoot.REDIS.getSimpleName().startsWith("Data")).as("listed since Spring Boot 4")
			.isTrue();
		TestContexts.runner()
			.withBean(LettuceConnectionFactory.class, this::factory)
			.withPropertyValues(RoundTrips.PROPERTIES)
			.withPropertyValues(
					listed ? new String[] { "spring.data.redis.masterreplica.nodes=" + nodes() } : new String[0])
			.withPropertyValues("redis-components.command-timeout=30s", "redis-components.feed.enabled=false")
			.run((context) -> {
				everythingWorks(context);
				acl(">new");
				this.password.set("new");
				acl("<old");
				this.redis.nodes().forEach((server) -> server.command("CLIENT", "KILL", "USER", "app"));
				await().atMost(PATIENCE)
					.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
					.until(() -> context.getBean(IdWorker.class).nextId() > 0);
				everythingWorks(context);
			});
	}

	private LettuceConnectionFactory factory() {
		RedisServer master = this.redis.master();
		return new LettuceConnectionFactory(new RedisStandaloneConfiguration(master.host(), master.port()),
				LettuceClientConfiguration.builder().redisCredentialsProviderFactory(new Rotating()).build());
	}

	private String nodes() {
		return String.join(",",
				this.redis.nodes().stream().map((server) -> server.host() + ":" + server.port()).toList());
	}

	private void acl(String... rules) {
		this.redis.nodes().forEach((server) -> {
			for (String rule : rules) {
				server.command("ACL", "SETUSER", "app", rule);
			}
		});
	}

	/** Commands, scripts, subscriptions and blocking reads. */
	private static void everythingWorks(ApplicationContext context) throws Exception {
		Map<String, RoundTrip> trips = RoundTrips.all();
		for (String name : List.of("DistributedLock", "Topic", "TaskQueue")) {
			trips.get(name).run(context);
		}
	}

	private final class Rotating implements RedisCredentialsProviderFactory {

		@Override
		public @Nullable RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
			return () -> Mono
				.fromSupplier(() -> RedisCredentials.just("app", RotatingCredentialsTests.this.password.get()));
		}

	}

}
