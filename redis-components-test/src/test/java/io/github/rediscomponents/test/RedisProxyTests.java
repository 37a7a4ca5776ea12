// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RedisProxy}, with a client of the kind that applications use.
 */
@RealRedis
class RedisProxyTests {

	private static final Duration SHORT = Duration.ofMillis(300);

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static RedisClient client;

	private final RedisServer server;

	private final RedisProxy proxy;

	RedisProxyTests(RedisServer server) {
		this.server = server;
		this.proxy = RedisProxy.to(server);
	}

	@BeforeAll
	static void createClient() {
		client = RedisClient.create();
		client.setOptions(ClientOptions.builder().autoReconnect(false).build());
	}

	@AfterAll
	static void shutDownClient() {
		client.shutdown(0, 1, TimeUnit.SECONDS);
	}

	@BeforeEach
	void passesEverythingOnWhenNothingIsWrong() {
		assertThat(send(PATIENCE, "PING")).isEqualTo("PONG");
	}

	@AfterEach
	void close() {
		this.proxy.close();
		assertThat(this.proxy.connections()).isZero();
	}

	@Test
	void passesOnMoreThanOneBufferInBothDirections() {
		try (var connection = connect()) {
			String large = "x".repeat(5_000_000);
			connection.sync().set("large", large);
			assertThat(connection.sync().get("large")).isEqualTo(large);
			assertThat(this.proxy.connections()).isOne();
		}
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(this.proxy.connections()).isZero());
	}

	@Test
	void losesOneReplyOfACommandThatWasExecuted() {
		try (var connection = connect()) {
			this.proxy.swallowNextReply();
			assertThatExceptionOfType(RedisException.class).isThrownBy(() -> connection.sync().incr("counter"));
		}
		assertThat(this.proxy.swallowedReplies()).isOne();
		assertThat(this.server.command("GET", "counter")).isEqualTo("1");
		assertThat(send(PATIENCE, "INCR", "counter")).isEqualTo("2");
	}

	@Test
	void doesNotLoseTheReplyOfAnEarlierCommand() throws Exception {
		this.proxy.delay(Duration.ofMillis(100));
		try (var connection = connect()) {
			RedisFuture<Long> earlier = connection.async().incr("counter");
			Awaitility.await().atMost(PATIENCE).until(() -> this.server.commandCalls().containsKey("incr"));
			this.proxy.swallowNextReply();
			assertThat(earlier.get(1, TimeUnit.MINUTES)).isEqualTo(1);
			assertThat(this.proxy.swallowedReplies()).isZero();
			assertThatExceptionOfType(RedisException.class).isThrownBy(() -> connection.sync().incr("counter"));
		}
		assertThat(this.proxy.swallowedReplies()).isOne();
		assertThat(this.server.command("GET", "counter")).isEqualTo("2");
	}

	@Test
	void doesNotTakeACommandThatTakesLongForOneThatBlocks() throws Exception {
		try (var connection = connect()) {
			Awaitility.await().atMost(PATIENCE).until(this.proxy::isQuiet);
			this.server.command("CLIENT", "PAUSE", "700", "ALL");
			RedisFuture<Long> earlier = connection.async().incr("counter");
			Awaitility.await().atMost(PATIENCE).until(() -> !this.proxy.isQuiet() || earlier.isDone());
			this.proxy.swallowNextReply();
			assertThat(earlier.get(1, TimeUnit.MINUTES)).isEqualTo(1);
			assertThatExceptionOfType(RedisException.class).isThrownBy(() -> connection.sync().incr("counter"));
		}
		assertThat(this.proxy.swallowedReplies()).isOne();
	}

	@Test
	void losesTheReplyOfACommandThatBlocks() {
		try (var connection = connect()) {
			RedisFuture<?> blocked = connection.async().blpop(30, "list");
			this.proxy.swallowNextReply();
			this.server.command("RPUSH", "list", "element");
			assertThatExceptionOfType(Exception.class).isThrownBy(() -> blocked.get(1, TimeUnit.MINUTES))
				.isNotInstanceOf(java.util.concurrent.TimeoutException.class);
		}
		assertThat(this.proxy.swallowedReplies()).isOne();
		assertThat(this.server.command("LLEN", "list")).isEqualTo("0");
	}

	@Test
	void cutsPresentConnectionsAndAcceptsNewOnes() {
		try (var connection = connect()) {
			this.proxy.cut();
			Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(connection.isOpen()).isFalse());
		}
		assertThat(send(PATIENCE, "PING")).isEqualTo("PONG");
	}

	@Test
	void refusesNewConnectionsAndKeepsPresentOnes() {
		try (var connection = connect()) {
			this.proxy.refuse(true);
			this.proxy.refuse(true);
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> send(SHORT, "PING"));
			assertThat(connection.sync().ping()).isEqualTo("PONG");
			this.proxy.refuse(false);
			this.proxy.refuse(false);
			assertThat(send(PATIENCE, "PING")).isEqualTo("PONG");
		}
	}

	@Test
	void delaysBothDirectionsWithoutLimitingThroughput() throws Exception {
		try (var connection = connect()) {
			connection.sync().ping();
			this.proxy.delay(Duration.ofMillis(100));
			long begin = System.nanoTime();
			RedisFuture<?> last = connection.async().ping();
			for (int i = 0; i < 500; i++) {
				last = connection.async().ping();
			}
			assertThat(last.get(1, TimeUnit.MINUTES)).isEqualTo("PONG");
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(200),
					Duration.ofSeconds(50));
			this.proxy.delay(Duration.ZERO);
		}
		assertThatIllegalArgumentException().isThrownBy(() -> this.proxy.delay(Duration.ofMillis(-1)));
	}

	@Test
	void deliversNothingWhileFrozenAndEverythingAfterwards() throws Exception {
		try (var connection = connect()) {
			this.proxy.freeze();
			RedisFuture<Long> reply = connection.async().incr("counter");
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> send(SHORT, "INCR", "counter"));
			assertThat(this.server.command("GET", "counter")).isNull();
			assertThat(reply.isDone()).isFalse();
			assertThat(connection.isOpen()).isTrue();
			this.proxy.thaw();
			reply.get(1, TimeUnit.MINUTES);
			Awaitility.await()
				.atMost(PATIENCE)
				.untilAsserted(() -> assertThat(this.server.command("GET", "counter")).isEqualTo("2"));
		}
	}

	@Test
	void cutsAlsoWhileFrozen() {
		try (var connection = connect()) {
			this.proxy.freeze();
			this.proxy.cut();
			Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(connection.isOpen()).isFalse());
		}
	}

	@Test
	void closesConnectionsWhileTheServerIsDownAndServesWhenItIsBack() {
		this.server.kill();
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> send(PATIENCE, "PING"));
		this.server.restart();
		assertThat(send(PATIENCE, "PING")).isEqualTo("PONG");
	}

	@Test
	void freesItsPortWhenClosed() throws Exception {
		this.proxy.close();
		try (ServerSocket socket = new ServerSocket(this.proxy.port())) {
			assertThat(socket.isBound()).isTrue();
		}
		this.proxy.refuse(false);
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> send(SHORT, "PING"));
	}

	@Test
	void hasNoConnectionAfterItsCloseAlsoWhenClientsConnectMeanwhile() throws Exception {
		for (int i = 0; i < 20; i++) {
			RedisProxy closing = RedisProxy.to(this.server);
			Thread clients = new Thread(() -> connectMany(closing.port()));
			clients.start();
			Awaitility.await().atMost(PATIENCE).until(() -> closing.connections() > 0 || !clients.isAlive());
			closing.close();
			assertThat(closing.connections()).isZero();
			clients.join();
			assertThat(closing.connections()).isZero();
		}
	}

	private static void connectMany(int port) {
		List<Socket> sockets = new ArrayList<>();
		try {
			for (int i = 0; i < 300; i++) {
				sockets.add(new Socket("127.0.0.1", port));
			}
		}
		catch (IOException ex) {
			// Closed.
		}
		sockets.forEach((socket) -> {
			try {
				socket.close();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		});
	}

	@Test
	void usesNamedDaemonThreadsOnly() {
		try (var connection = connect()) {
			connection.sync().ping();
			String prefix = "redis-proxy-" + this.proxy.port();
			assertThat(Thread.getAllStackTraces().keySet()).filteredOn((thread) -> thread.getName().startsWith(prefix))
				.hasSizeGreaterThanOrEqualTo(5)
				.allMatch(Thread::isDaemon);
		}
		this.proxy.close();
		Awaitility.await()
			.atMost(PATIENCE)
			.untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
				.noneMatch((thread) -> thread.getName().startsWith("redis-proxy-" + this.proxy.port())));
	}

	private StatefulRedisConnection<String, String> connect() {
		StatefulRedisConnection<String, String> connection = client.connect(RedisURI.create(this.proxy.uri()));
		// After the commands by which the client introduces itself.
		connection.sync().ping();
		return connection;
	}

	private @Nullable Object send(Duration patience, String... command) {
		return RespClient.send(this.proxy.host(), this.proxy.port(), patience, command);
	}

}
