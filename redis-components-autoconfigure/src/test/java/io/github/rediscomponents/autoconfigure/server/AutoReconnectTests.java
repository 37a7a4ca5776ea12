// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.server;

import java.time.Duration;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.social.Likes;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Clients that do not reconnect. With one to a cluster a node would be lost for ever, so
 * it stops the start; one to a single server is connected anew by the components.
 */
class AutoReconnectTests {

	private static final String REASON = "must be one that reconnects to the nodes of a cluster, but its ClientOptions"
			+ " have autoReconnect(false); remove that option";

	private static LettuceConnectionFactory cluster() {
		return new LettuceConnectionFactory(
				new RedisClusterConfiguration(
						SharedRedis.cluster().nodes().stream().map((node) -> node.host() + ':' + node.port()).toList()),
				LettuceClientConfiguration.builder()
					.clientOptions(ClusterClientOptions.builder().autoReconnect(false).build())
					.build());
	}

	@Test
	void aClusterThatIsNotReconnectedStopsTheStart() {
		assertStopped(TestContexts.withOwnKeys().withBean("first", LettuceConnectionFactory.class, () -> cluster()),
				"redis-components.connection-factory");
	}

	@Test
	void soDoesOneThatAPropertyNames() {
		ApplicationContextRunner two = TestContexts.withOwnKeys()
			.withBean("first", LettuceConnectionFactory.class, () -> cluster())
			.withBean("second", LettuceConnectionFactory.class, LettuceConnectionFactory::new);
		assertStopped(two.withPropertyValues("redis-components.connection-factory=first"),
				"redis-components.connection-factory");
		assertStopped(
				two.withPropertyValues("redis-components.connection-factory=second",
						"redis-components.servers.hot.connection-factory=first"),
				"redis-components.servers.hot.connection-factory");
	}

	private static void assertStopped(ApplicationContextRunner application, String property) {
		application.run((context) -> {
			Throwable failure = context.getStartupFailure();
			while (failure != null && !(failure instanceof InvalidPropertyException)) {
				failure = failure.getCause();
			}
			assertThat(failure).isNotNull().hasMessageContaining("Property " + property + ' ' + REASON);
		});
	}

	@Test
	void aSingleServerIsConnectedAnew() {
		try (RedisServer server = RedisServer.start()) {
			TestContexts.withOwnKeys()
				.withBean("first", LettuceConnectionFactory.class,
						() -> new LettuceConnectionFactory(
								new RedisStandaloneConfiguration(server.host(), server.port()),
								LettuceClientConfiguration.builder()
									.clientOptions(ClientOptions.builder().autoReconnect(false).build())
									.build()))
				.run((context) -> {
					assertThat(context.getBean(IdWorker.class).nextId()).isPositive();
					server.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
					Likes likes = context.getBean(Likes.class);
					await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> likes.count("post") == 0);
				});
		}
	}

}
