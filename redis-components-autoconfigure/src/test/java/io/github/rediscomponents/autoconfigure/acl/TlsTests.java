// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.acl.RoundTrips.RoundTrip;
import io.github.rediscomponents.autoconfigure.acl.TlsServers.TlsServer;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * The components over TLS, configured by an SSL bundle of Spring Boot alone, with the
 * certificates of a private authority: through the application's Lettuce factory, by a
 * client of their own beside another driver, and to listed nodes.
 */
@Timeout(120)
class TlsTests {

	@TempDir
	private static Path directory;

	private static Certificates certificates;

	/** Knows clients by their certificates. */
	private static TlsServer mutual;

	private static TlsServer simple;

	@BeforeAll
	static void start() {
		certificates = new Certificates(directory, "authority").issue("server", "ip:127.0.0.1")
			.issue("elsewhere", "dns:redis.example.org")
			.issue("client", "dns:client.example.org");
		new Certificates(directory, "stranger");
		mutual = TlsServers.start(certificates, "server", "yes");
		simple = TlsServers.start(certificates, "server", "no");
	}

	@AfterAll
	static void stop() {
		for (TlsServer server : new TlsServer[] { mutual, simple }) {
			if (server != null) {
				server.close();
			}
		}
	}

	@Test
	void theApplicationsFactoryTrustsAPrivateAuthority() {
		trusting("authority", simple).run((context) -> assertEverythingWorks(context));
	}

	@Test
	void theApplicationsFactoryShowsTheCertificateOfTheClient() {
		withKey(trusting("authority", mutual)).run((context) -> assertEverythingWorks(context));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aClientBesideAnotherDriverUsesTheBundleToo(boolean mutually) {
		ApplicationContextRunner runner = trusting("authority", mutually ? mutual : simple)
			.withBean(RedisConnectionFactory.class, TlsTests::otherDriver);
		(mutually ? withKey(runner) : runner).run((context) -> assertEverythingWorks(context));
	}

	/** The address alone asks for TLS, and the authorities are those of the JVM. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aSecureAddressIsEnough(boolean otherDriver) {
		ApplicationContextRunner runner = TestContexts.runner()
			.withPropertyValues("spring.data.redis.url=rediss://127.0.0.1:" + simple.port(),
					"redis-components.command-timeout=30s");
		(otherDriver ? runner.withBean(RedisConnectionFactory.class, TlsTests::otherDriver) : runner)
			.run((context) -> assertThatExceptionOfType(RedisUnavailableException.class)
				.isThrownBy(() -> context.getBean(IdWorker.class).nextId())
				.withMessageContaining("unable to find valid certification path"));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void listedNodesAreReachedWithTheBundle(boolean otherDriver) {
		assumeThat(TestBoot.REDIS.getSimpleName()).as("listed nodes since Spring Boot 4").startsWith("Data");
		ApplicationContextRunner runner = withKey(trusting("authority", mutual)).withPropertyValues(
				"spring.data.redis.masterreplica.nodes=127.0.0.1:" + mutual.port() + ",127.0.0.1:" + simple.port());
		simple.server().command("REPLICAOF", mutual.server().host(), String.valueOf(mutual.server().port()));
		try {
			(otherDriver ? runner.withBean(RedisConnectionFactory.class, TlsTests::otherDriver) : runner)
				.run((context) -> assertEverythingWorks(context));
		}
		finally {
			simple.server().command("REPLICAOF", "NO", "ONE");
		}
	}

	@Test
	void aFurtherServerUsesTheBundleOfItsOwn() {
		withKey(TestContexts.withOwnKeys()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withPropertyValues(RoundTrips.PROPERTIES)
			.withPropertyValues(
					"spring.ssl.bundle.pem.redis.truststore.certificate=file:" + certificates.certificate("authority"),
					"redis-components.servers.safe.url=rediss://127.0.0.1:" + mutual.port(),
					"redis-components.servers.safe.ssl.bundle=redis", "redis-components.id.server=safe",
					"redis-components.lock.server=safe", "redis-components.topic.server=safe",
					"redis-components.task-queue.server=safe", "redis-components.feed.enabled=false"))
			.run((context) -> {
				assertEverythingWorks(context);
				String prefix = context.getEnvironment().getProperty("redis-components.key-prefix");
				assertThat((List<?>) SharedRedis.standalone().command("KEYS", prefix + ":*")).isEmpty();
				assertThat((List<?>) mutual.server().command("KEYS", prefix + ":*")).isNotEmpty();
			});
	}

	@Test
	void aCertificateOfAnUnknownAuthorityIsNamed() {
		trusting("stranger", simple).run((context) -> assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> context.getBean(IdWorker.class).nextId())
			.withMessageContaining("Redis cannot be reached: ")
			.withMessageContaining("unable to find valid certification path"));
	}

	@Test
	void aCertificateOfAnotherHostIsNamed() {
		try (TlsServer elsewhere = TlsServers.start(certificates, "elsewhere", "no")) {
			trusting("authority", elsewhere).run((context) -> assertThatExceptionOfType(RedisUnavailableException.class)
				.isThrownBy(() -> context.getBean(IdWorker.class).nextId())
				.withMessageContaining("127.0.0.1"));
		}
	}

	@Test
	void aMissingCertificateOfTheClientIsNoSilence() {
		trusting("authority", mutual).run((context) -> assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> context.getBean(IdWorker.class).nextId())
			.withMessageContaining("Redis cannot be reached: ")
			.satisfies(
					(failure) -> System.out.println("Without a certificate of the client: " + failure.getMessage())));
	}

	/** Commands, scripts, subscriptions and blocking reads. */
	static void assertEverythingWorks(org.springframework.context.ApplicationContext context) throws Exception {
		Map<String, RoundTrip> trips = RoundTrips.all();
		for (String name : List.of("IdWorker", "DistributedLock", "Topic", "TaskQueue")) {
			trips.get(name).run(context);
		}
	}

	private static ApplicationContextRunner trusting(String authority, TlsServer server) {
		return TestContexts.runner()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withPropertyValues(RoundTrips.PROPERTIES)
			.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + server.port(),
					"spring.data.redis.ssl.bundle=redis",
					"spring.ssl.bundle.pem.redis.truststore.certificate=file:" + certificates.certificate(authority),
					"redis-components.command-timeout=30s", "redis-components.feed.enabled=false");
	}

	private static ApplicationContextRunner withKey(ApplicationContextRunner runner) {
		return withKey(runner, certificates);
	}

	/** Shows the certificate of the client. */
	static ApplicationContextRunner withKey(ApplicationContextRunner runner, Certificates certificates) {
		return runner.withPropertyValues(
				"spring.ssl.bundle.pem.redis.keystore.certificate=file:" + certificates.certificate("client"),
				"spring.ssl.bundle.pem.redis.keystore.private-key=file:" + certificates.key("client"));
	}

	/** Stands for the factory of a driver that is not Lettuce, which nothing calls. */
	static RedisConnectionFactory otherDriver() {
		return (RedisConnectionFactory) Proxy.newProxyInstance(TlsTests.class.getClassLoader(),
				new Class<?>[] { RedisConnectionFactory.class }, (proxy, method, args) -> switch (method.getName()) {
					case "hashCode" -> System.identityHashCode(proxy);
					case "equals" -> proxy == args[0];
					case "toString" -> "another driver";
					default -> throw new UnsupportedOperationException(method.toString());
				});
	}

}
