// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

/**
 * The clock of a server that does not answer.
 */
class ServerClockTests {

	private final AtomicInteger waitedFor = new AtomicInteger();

	private final AtomicInteger asked = new AtomicInteger();

	@Test
	void waitsOnceForAServerThatStaysSilent() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), Duration.ofMillis(300)))) {
			ServerClock clock = new ServerClock(counted(port));
			server.pause();
			for (int i = 0; i < 20; i++) {
				assertIsRight(clock, 5_000);
			}
			assertThat(this.waitedFor).hasValue(1);
			server.resume();
			await().until(() -> clock.millis() > 0 && this.asked.get() > 0);
			assertThat(this.waitedFor).hasValue(1);
		}
	}

	@Test
	void asksInTheBackgroundAtMostOncePerSecondWhileTheServerIsAway() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), Duration.ofMillis(300)))) {
			ServerClock clock = new ServerClock(counted(port));
			server.kill();
			long began = System.nanoTime();
			while (System.nanoTime() - began < Duration.ofSeconds(3).toNanos()) {
				clock.millis();
				LockSupport.parkNanos(1);
			}
			long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
			assertThat(this.asked.get()).isBetween(1, (int) seconds + 2);
		}
	}

	@Test
	void doesNotBelieveAReplyThatCameLate() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), Duration.ofSeconds(20)))) {
			AtomicInteger delivered = new AtomicInteger();
			// As in a process that is stopped between the command and its reply.
			CommandPort slow = InterceptedPort.of(port, (method, args, real) -> method.getName().equals("callAsync")
					? ((CompletionStage<?>) real.proceed()).thenApplyAsync((reply) -> {
						delivered.incrementAndGet();
						return reply;
					}, CompletableFuture.delayedExecutor(3, TimeUnit.SECONDS)) : real.proceed());
			ServerClock clock = new ServerClock(slow, Duration.ofMillis(10));
			long asked = System.nanoTime();
			clock.millis();
			// The first reply is believed, however late it comes.
			long first = Duration.ofNanos(System.nanoTime() - asked).toMillis();
			await().pollInterval(Duration.ofMillis(20)).until(() -> {
				assertIsRight(clock, 1000 + first);
				return delivered.get() > 0;
			});
			await().pollInterval(Duration.ofMillis(20)).during(Duration.ofMillis(300)).until(() -> {
				assertIsRight(clock, 1000 + first);
				return true;
			});
		}
	}

	private static void assertIsRight(ServerClock clock, long tolerance) {
		long before = System.currentTimeMillis();
		long told = clock.millis();
		assertThat(told).isBetween(before - tolerance, System.currentTimeMillis() + tolerance);
	}

	private CommandPort counted(CommandPort port) {
		return (CommandPort) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { CommandPort.class },
				(proxy, method, args) -> {
					switch (method.getName()) {
						case "call" -> this.waitedFor.incrementAndGet();
						case "callAsync" -> this.asked.incrementAndGet();
						default -> {
						}
					}
					try {
						return method.invoke(port, args);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	@Test
	void asksAgainAfterARequestThatFailedWithAnError() {
		AtomicInteger errors = new AtomicInteger(2);
		ServerClock clock = new ServerClock(InterceptedPort.of(TestPorts.standalone(), (method, args, call) -> {
			if (method.getName().equals("callAsync") && errors.getAndDecrement() > 0) {
				throw new NoClassDefFoundError("lost");
			}
			return call.proceed();
		}));
		await().pollInterval(Duration.ofMillis(50)).until(() -> clock.millisIfKnown() > 0);
		assertThat(errors.get()).isNegative();
	}

	@Test
	void isReadyAfterARequestThatFailedWithAnError() {
		ServerClock clock = new ServerClock(InterceptedPort.of(TestPorts.standalone(), (method, args, call) -> {
			throw new NoClassDefFoundError("lost");
		}));
		assertThat(clock.ready()).succeedsWithin(Duration.ofSeconds(20));
		assertThat(clock.millis()).isCloseTo(System.currentTimeMillis(), within(20_000L));
	}

}
