package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.RedisPort.ChannelListener;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What the port does when Redis is away.
 */
class RedisPortFaultTests {

	private static final Duration SHORT = Duration.ofMillis(300);

	@Test
	void connectsByItselfOnceAServerThatWasDownIsThere() {
		try (RedisServer server = RedisServer.start()) {
			server.kill();
			try (RedisPort port = TestPorts.open(server.uri(), SHORT)) {
				assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ping(port))
					.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED));
				server.restart();
				await().ignoreExceptions().untilAsserted(() -> assertThat(ping(port)).isEqualTo("PONG"));
			}
		}
	}

	@Test
	void failsAtOnceWhileTheServerStaysAwayAndRecovers() {
		try (RedisServer server = RedisServer.start(); RedisPort port = TestPorts.open(server.uri(), SHORT)) {
			assertThat(ping(port)).isEqualTo("PONG");
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
	void doesNotKnowTheOutcomeWhenAServerThatGotTheCommandStaysSilent() {
		try (RedisServer server = RedisServer.start(); RedisPort port = TestPorts.open(server.uri(), SHORT)) {
			assertThat(ping(port)).isEqualTo("PONG");
			server.pause();
			try {
				assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ping(port))
					.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
			}
			finally {
				server.resume();
			}
			assertThat(ping(port)).isEqualTo("PONG");
		}
	}

	@Test
	void tellsListenersThatTheSubscriptionIsBackAfterAnInterruption() {
		try (RedisServer server = RedisServer.start(); RedisPort port = TestPorts.open(server.uri(), SHORT)) {
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
			ping(port);
			port.call((commands) -> commands.publish("channel", new byte[0]));
			await().until(() -> heard.getCount() == 0);
		}
	}

	@Test
	void subscribesLaterWhenTheServerIsDownAtFirst() {
		try (RedisServer server = RedisServer.start()) {
			server.kill();
			try (RedisPort port = TestPorts.open(server.uri(), SHORT)) {
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
			RedisPort patient = TestPorts.open(server.uri(), Duration.ofSeconds(20));
			RedisPort hasty = patient.withTimeout(Duration.ofMillis(50));
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ping(hasty));
			server.resume();
			assertThat(ping(patient)).isEqualTo("PONG");
			patient.close();
		}
	}

	@Test
	void refusesAServerThatIsTooOld() {
		assertThatExceptionOfType(UnsupportedRedisException.class)
			.isThrownBy(() -> ServerVersion.check("# Server\r\nredis_version:6.0.16\r\nredis_mode:standalone"))
			.withMessageContaining("6.2")
			.withMessageContaining("6.0.16");
		ServerVersion.check("# Server\r\nredis_version:6.2.0\r\n");
		ServerVersion.check("# Server\r\nredis_version:8.0.1\r\n");
		ServerVersion.check("# Server\r\n");
	}

	private static String ping(RedisPort port) {
		return port.call((commands) -> commands.ping());
	}

}
