// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.acl.TlsServers.TlsServer;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.Topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What was begun over TLS goes on by itself after the server refused TLS for a while.
 */
@Timeout(600)
class TlsRecoveryTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	/** Longer than it takes until connections are made anew instead of reconnected. */
	private static final Duration OUTAGE = Duration.ofSeconds(6);

	@TempDir
	private static Path directory;

	private static Certificates certificates;

	private TlsServer server;

	@BeforeAll
	static void issue() {
		certificates = new Certificates(directory, "authority").issue("server", "ip:127.0.0.1")
			.issue("shown", "ip:127.0.0.1");
		new Certificates(directory, "stranger").issue("strange", "ip:127.0.0.1");
	}

	@BeforeEach
	void start() {
		this.server = TlsServers.start(certificates, "shown", "no");
	}

	@AfterEach
	void stop() {
		if (this.server != null) {
			this.server.close();
		}
	}

	static Stream<Arguments> outages() {
		return Stream.of(Outage.values())
			.flatMap((outage) -> Stream.of(Arguments.of(outage, false), Arguments.of(outage, true)));
	}

	@ParameterizedTest
	@MethodSource("outages")
	void everythingGoesOnWithoutARestart(Outage outage, boolean otherDriver) {
		// A command waits as long for its connection.
		ApplicationContextRunner runner = runner("redis-components.command-timeout=10s",
				"spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + this.server.port(),
				"spring.data.redis.ssl.bundle=redis",
				"spring.ssl.bundle.pem.redis.truststore.certificate=file:" + certificates.certificate("authority"))
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class));
		(otherDriver ? runner.withBean(RedisConnectionFactory.class, TlsTests::otherDriver) : runner)
			.run((secure) -> runner("redis-components.command-timeout=30s",
					"spring.data.redis.url=" + this.server.server().uri())
				.run((plain) -> goesOn(new Application(secure), new Application(plain), outage)));
	}

	private static ApplicationContextRunner runner(String... properties) {
		return TestContexts.runner()
			.withPropertyValues(RoundTrips.PROPERTIES)
			.withPropertyValues(properties)
			.withPropertyValues("redis-components.key-prefix=tls",
					"redis-components.cache.defaults.command-timeout=30s", "redis-components.feed.enabled=false",
					"redis-components.cache.defaults.local.enabled=true",
					"redis-components.cache.caches.tracking.local.invalidation=tracking");
	}

	private void goesOn(Application secure, Application plain, Outage outage) throws InterruptedException {
		secure.listen();
		secure.hears(plain, "before");
		Lease lease = secure.locks.get("kept")
			.tryAcquire(LockOptions.noWait().withLease(Duration.ofMinutes(30)))
			.orElseThrow();
		outage.begin(this.server);
		try {
			this.server.server().command("CLIENT", "KILL", "TYPE", "normal");
			this.server.server().command("CLIENT", "KILL", "TYPE", "pubsub");
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThatExceptionOfType(RedisUnavailableException.class)
					.isThrownBy(secure.locks.get("other")::tryAcquire));
			long began = System.nanoTime();
			await().atMost(PATIENCE).until(() -> System.nanoTime() - began > OUTAGE.toNanos());
		}
		finally {
			outage.end(this.server);
		}
		secure.hears(plain, "after");
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
	}

	/** Why clients cannot connect over TLS. */
	private enum Outage {

		SWITCHED_OFF {
			@Override
			void begin(TlsServer server) {
				set(server, "tls-port", "0");
			}

			@Override
			void end(TlsServer server) {
				set(server, "tls-port", String.valueOf(server.port()));
			}
		},

		UNKNOWN_AUTHORITY {
			@Override
			void begin(TlsServer server) {
				present(server, "strange");
			}

			@Override
			void end(TlsServer server) {
				present(server, "server");
			}
		};

		abstract void begin(TlsServer server);

		abstract void end(TlsServer server);

		/** The server reads both files again. */
		private static void present(TlsServer server, String name) {
			try {
				Files.copy(certificates.key(name), certificates.key("shown"), StandardCopyOption.REPLACE_EXISTING);
				Files.copy(certificates.certificate(name), certificates.certificate("shown"),
						StandardCopyOption.REPLACE_EXISTING);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			set(server, "tls-cert-file", certificates.certificate("shown").toString());
		}

		private static void set(TlsServer server, String setting, String value) {
			assertThat(server.server().command("CONFIG", "SET", setting, value)).isEqualTo("OK");
		}

	}

	/** What an application uses. */
	private static final class Application {

		private final Queue<String> heard = new ConcurrentLinkedQueue<>();

		private final DistributedLock locks;

		private final CacheClient caches;

		private final List<TypedCache<String, String>> local;

		private final Topic<String> topic;

		private final StreamQueue<String> stream;

		private final DelayQueue<String> delayed;

		Application(ApplicationContext context) {
			this.locks = context.getBean(DistributedLock.class);
			this.caches = context.getBean(CacheClient.class);
			this.local = Stream.of("published", "tracking")
				.map((name) -> this.caches.cache(name, String.class))
				.toList();
			this.topic = context.getBean(Topics.class).get("news", String.class);
			this.stream = context.getBean(StreamQueues.class).get("news", String.class);
			this.delayed = context.getBean(DelayQueues.class).get("due", String.class);
		}

		void listen() {
			this.topic.subscribe((message) -> this.heard.add("topic " + message));
			this.stream.subscribe((delivery) -> this.heard.add("stream " + delivery.value()),
					SubscribeOptions.DEFAULTS);
			this.delayed.subscribe((delivery) -> this.heard.add("delayed " + delivery.value()),
					SubscribeOptions.DEFAULTS);
		}

		/** Waits until each change by the other one has come. */
		void hears(Application other, String what) {
			await().atMost(PATIENCE).ignoreExceptionsInstanceOf(RedisUnavailableException.class).untilAsserted(() -> {
				try (Lease lease = this.locks.get("other").tryAcquire().orElseThrow()) {
					assertThat(lease.isValid()).isTrue();
				}
			});
			other.stream.publish(what);
			other.delayed.schedule(what, Duration.ofMillis(100));
			await().atMost(PATIENCE)
				.until(() -> this.heard.contains("stream " + what) && this.heard.contains("delayed " + what));
			// One that is not subscribed again misses it.
			await().atMost(PATIENCE).until(() -> {
				other.topic.publish(what);
				return this.heard.contains("topic " + what);
			});
			this.local.forEach((cache) -> cache.get("1", (key) -> "old"));
			await().atMost(PATIENCE).untilAsserted(() -> {
				this.local.forEach((cache) -> cache.get("1", (key) -> "old"));
				assertThat(this.caches.localLevels()).hasSize(2)
					.allSatisfy((level) -> assertThat(level.state()).isEqualTo(LocalLevelState.UP));
			});
			other.local.forEach((cache) -> cache.put("1", what));
			await().atMost(PATIENCE)
				.until(() -> this.local.stream().allMatch((cache) -> what.equals(cache.get("1", (key) -> "old"))));
		}

	}

}
