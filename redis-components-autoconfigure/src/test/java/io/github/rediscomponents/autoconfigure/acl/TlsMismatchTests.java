// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.acl.TlsServers.TlsServer;
import io.github.rediscomponents.id.IdWorker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

/**
 * The line of the start names the property where the servers speak TLS and the
 * connections do not, or the reverse, and names no such cause of an ordinary outage.
 */
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class TlsMismatchTests {

	private static final String PROPERTY = "see spring.data.redis.ssl.enabled";

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final String LINE = "Cannot use Redis yet";

	@TempDir
	private static Path directory;

	private static TlsServer server;

	@BeforeAll
	static void start() {
		server = TlsServers.start(new Certificates(directory, "authority").issue("server", "ip:127.0.0.1"), "server",
				"no");
	}

	@AfterAll
	static void stop() {
		if (server != null) {
			server.close();
		}
	}

	static Stream<List<String>> toOneServer() {
		return Stream
			.of(List.of("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=%d"),
					List.of("spring.data.redis.cluster.nodes=127.0.0.1:%d"),
					List.of("spring.data.redis.sentinel.master=some", "spring.data.redis.sentinel.nodes=127.0.0.1:%d"),
					// Known since Spring Boot 4.
					List.of("spring.data.redis.masterreplica.nodes=127.0.0.1:%d"))
			.limit(TestBoot.REDIS.getSimpleName().startsWith("Data") ? 4 : 3);
	}

	@ParameterizedTest
	@MethodSource("toOneServer")
	void aPortForTlsIsNamedToAClientWithoutIt(List<String> address, CapturedOutput output) {
		runner(address, server.port())
			.run((context) -> awaitLine(output, LINE + ": 127.0.0.1:" + server.port() + " expects TLS", PROPERTY));
	}

	@ParameterizedTest
	@MethodSource("toOneServer")
	void aPortWithoutTlsIsNamedToAClientWithIt(List<String> address, CapturedOutput output) {
		int plain = server.server().port();
		runner(address, plain).withPropertyValues("spring.data.redis.ssl.enabled=true")
			.run((context) -> awaitLine(output, LINE + ": 127.0.0.1:" + plain + " does not use TLS", PROPERTY));
	}

	@Test
	void aClientBesideAnotherDriverIsToldToo(CapturedOutput output) {
		runner(toOneServer().findFirst().orElseThrow(), server.port())
			.withBean(RedisConnectionFactory.class, TlsTests::otherDriver)
			.run((context) -> awaitLine(output, "127.0.0.1:" + server.port() + " expects TLS", PROPERTY));
	}

	@Test
	void theUrlOfAFurtherServerIsNamed(CapturedOutput output) {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.servers.hot.url=redis://127.0.0.1:" + server.port(),
					"redis-components.id.server=hot", "redis-components.command-timeout=1s")
			.run((context) -> {
				assertThatException().isThrownBy(() -> context.getBean(IdWorker.class).nextId());
				context.stop();
				context.start();
				awaitLine(output, "Cannot use Redis server 'hot' yet: 127.0.0.1:" + server.port() + " expects TLS",
						"see redis-components.servers.hot.ssl.enabled");
			});
	}

	@Test
	void aServerOfTheQuorumLockIsNamed(CapturedOutput output) {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.lock.quorum.nodes=redis://127.0.0.1:" + server.port()
					+ ",redis://127.0.0.1:1,redis://127.0.0.1:2")
			.run((context) -> awaitLine(output,
					"Cannot use server 1 of the quorum lock yet: 127.0.0.1:" + server.port() + " expects TLS",
					"see the scheme in redis-components.lock.quorum.nodes"));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aServerThatIsDownIsNoMismatch(boolean encrypted, CapturedOutput output) {
		assertNoHint(toOneServer().findFirst().orElseThrow(), 1, encrypted, output);
	}

	/** As one without TLS, it answers no handshake. */
	@Test
	void aServerThatStandsStillIsNoMismatch(CapturedOutput output) {
		server.server().pause();
		try {
			assertNoHint(toOneServer().findFirst().orElseThrow(), server.port(), true, output);
		}
		finally {
			server.server().resume();
		}
	}

	private static void assertNoHint(List<String> address, int port, boolean encrypted, CapturedOutput output) {
		runner(address, port).withPropertyValues("spring.data.redis.ssl.enabled=" + encrypted)
			.run((context) -> awaitLine(output, LINE, ""));
		assertThat(lines(output, " TLS")).isEmpty();
	}

	private static void awaitLine(CapturedOutput output, String beginning, String end) {
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(lines(output, beginning)).singleElement().asString().contains(end));
	}

	private static List<String> lines(CapturedOutput output, String text) {
		return Pattern.compile("\\R").splitAsStream(output.getAll()).filter((line) -> line.contains(text)).toList();
	}

	private static ApplicationContextRunner runner(List<String> address, int port) {
		return TestContexts.runner()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withPropertyValues(address.stream().map((part) -> part.formatted(port)).toArray(String[]::new))
			.withPropertyValues("redis-components.key-prefix=t", "redis-components.command-timeout=1s",
					"redis-components.feed.enabled=false");
	}

}
