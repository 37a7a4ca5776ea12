// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What the port does when Redis is away.
 */
class RedisPortFaultTests extends RedisPortFaultFixture {

	@Test
	void connectsByItselfOnceAServerThatWasDownIsThere() {
		try (RedisServer server = RedisServer.start()) {
			server.kill();
			try (CommandPort port = TestPorts.open(server.uri(), SHORT)) {
				assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ping(port))
					.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED));
				server.restart();
				await().ignoreExceptions().untilAsserted(() -> assertThat(ping(port)).isEqualTo("PONG"));
			}
		}
	}

	@Test
	void failsAtOnceWhileTheServerStaysAwayAndRecovers() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), SHORT))) {
			server.kill();
			await().ignoreExceptionsInstanceOf(AssertionError.class)
				.untilAsserted(
						() -> assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ping(port))
							.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED)));
			server.restart();
			await().ignoreExceptions().untilAsserted(() -> assertThat(ping(port)).isEqualTo("PONG"));
		}
	}

	@Test
	void waitsForTheReconnectInALaterOutageAlsoIfNobodyCalledAtTheEndOfTheFirst() {
		try (RedisServer server = RedisServer.start();
				ObservedConnector connector = new ObservedConnector(server.uri());
				CommandPort port = TestPorts
					.connected(CommandPort.open(connector, new Background(), Duration.ofSeconds(2)))) {
			server.kill();
			await().until(() -> !connector.connected());
			await().untilAsserted(
					() -> assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ping(port))
						.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED)));
			server.restart();
			await().until(connector::connected);
			server.kill();
			await().until(() -> !connector.connected());
			CompletableFuture<String> first = port.withTimeout(PATIENCE)
				.callAsync((commands) -> commands.ping())
				.toCompletableFuture();
			assertThat(first).isNotDone();
			server.restart();
			assertThat(first).succeedsWithin(PATIENCE).isEqualTo("PONG");
		}
	}

	@Test
	void doesNotKnowTheOutcomeWhenAServerThatGotTheCommandStaysSilent() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), SHORT))) {
			server.pause();
			try {
				assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ping(port))
					.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
			}
			finally {
				server.resume();
			}
			assertThat(ping(port.withTimeout(PATIENCE))).isEqualTo("PONG");
		}
	}

	@Test
	void saysThatRedisWasAwayWhenTheConnectionIsClosedUnderACommand() throws Exception {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), Duration.ofMinutes(1)))) {
			server.pause();
			ExecutorService threads = Executors.newFixedThreadPool(2);
			try {
				List<Future<?>> waiting = List.of(threads.submit(() -> port.eval(ADD, new String[] { "n" })),
						threads.submit(() -> ping(port)),
						port.callAsync(RedisClusterAsyncCommands::ping).toCompletableFuture(),
						port.evalAsync(ADD, new String[] { "n" }).toCompletableFuture());
				for (Future<?> each : waiting) {
					await().until(() -> {
						port.disconnect();
						return each.isDone();
					});
					assertThatExceptionOfType(ExecutionException.class).isThrownBy(each::get)
						.havingCause()
						.isInstanceOf(RedisUnavailableException.class);
				}
			}
			finally {
				threads.shutdownNow();
				server.resume();
			}
		}
	}

	@Test
	void neverSendsLaterWhatWasGivenUpWhileTheConnectionWasDown() {
		LuaScript<Long> write = LuaScript.integer("lock/quorum-acquire", 1, 4);
		byte[] number = Utf8.bytes(60_000);
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				CommandPort port = TestPorts.connected(TestPorts.open(proxy.uri(), Duration.ofMillis(700)))) {
			proxy.refuse(true);
			proxy.cut();
			assertThat(port.evalAsync(write, new String[] { "{late}" }, number, number, number, number)
				.toCompletableFuture()).failsWithin(PATIENCE)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(RedisUnavailableException.class);
			proxy.refuse(false);
			await().ignoreExceptions().untilAsserted(() -> assertThat(ping(port)).isEqualTo("PONG"));
			assertThat(server.command("EXISTS", "{late}")).isEqualTo("0");
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void neverSendsTheTextOfAScriptLaterThatWasGivenUpWhileTheConnectionWasDown(boolean async) {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				ObservedConnector connector = new ObservedConnector(proxy.uri());
				Background background = new Background();
				CommandPort port = CommandPort.open(connector, background, Duration.ofMillis(700))) {
			AtomicInteger texts = new AtomicInteger();
			connector.beforeEach((command) -> {
				if (command.equals("EVAL") && texts.incrementAndGet() == 1) {
					// The server has said that it does not know the script.
					proxy.refuse(true);
					proxy.cut();
				}
			});
			TestPorts.connected(port);
			// Again if the server did not answer the first command in time.
			await().until(() -> {
				assertThatException().isThrownBy(() -> {
					if (async) {
						port.evalAsync(ADD, new String[] { "{late}" }).toCompletableFuture().get();
					}
					else {
						port.eval(ADD, new String[] { "{late}" });
					}
				});
				return texts.get() > 0;
			});
			assertThat(texts).hasValue(1);
			proxy.refuse(false);
			await().ignoreExceptions().untilAsserted(() -> assertThat(ping(port)).isEqualTo("PONG"));
			assertThat(server.command("EXISTS", "{late}")).isEqualTo("0");
		}
	}

	@Test
	void tellsListenersThatTheSubscriptionIsBackAfterAnInterruption() {
		try (RedisServer server = RedisServer.start(); CommandPort port = TestPorts.open(server.uri(), SHORT)) {
			AtomicInteger subscribed = new AtomicInteger();
			CountDownLatch heard = new CountDownLatch(1);
			port.subscribe("channel", new ChannelListener() {
				@Override
				public void message(byte[] message) {
					heard.countDown();
				}

				@Override
				public void subscribed() {
					subscribed.incrementAndGet();
				}
			});
			await().untilAtomic(subscribed, org.hamcrest.Matchers.is(1));
			server.command("CLIENT", "KILL", "TYPE", "pubsub");
			await().untilAtomic(subscribed, org.hamcrest.Matchers.is(2));
			port.withTimeout(PATIENCE).call((commands) -> commands.publish("channel", new byte[0]));
			await().until(() -> heard.getCount() == 0);
		}
	}

	@Test
	void subscribesLaterWhenTheServerIsDownAtFirst() {
		try (RedisServer server = RedisServer.start()) {
			server.kill();
			try (CommandPort port = TestPorts.open(server.uri(), SHORT)) {
				AtomicInteger subscribed = new AtomicInteger();
				port.subscribe("channel", new ChannelListener() {
					@Override
					public void message(byte[] message) {
					}

					@Override
					public void subscribed() {
						subscribed.incrementAndGet();
					}
				});
				server.restart();
				await().untilAtomic(subscribed, org.hamcrest.Matchers.is(1));
			}
		}
	}

	@Test
	void keepsTheConnectionThatAnotherCallerWaitsForWhenOneGivesUp() {
		try (RedisServer server = RedisServer.start()) {
			server.pause();
			CommandPort patient = TestPorts.open(server.uri(), PATIENCE);
			CommandPort hasty = patient.withTimeout(Duration.ofMillis(50));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ping(hasty));
			server.resume();
			assertThat(ping(patient)).isEqualTo("PONG");
			patient.close();
		}
	}

}
