// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.ClusterWork.Step;
import io.github.rediscomponents.VirtualThreads.Running;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Calls on virtual threads while there is no connection: no wait keeps a carrier, by the
 * events of the JVM.
 */
@Tag("contract")
class VirtualThreadConnectionTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private RedisServer server;

	private RedisProxy proxy;

	private LettuceConnectionFactory factory;

	@BeforeAll
	static void needsVirtualThreads() {
		VirtualThreads.assumeSupported();
	}

	@BeforeEach
	void connect() {
		this.server = RedisServer.start();
		this.proxy = RedisProxy.to(this.server);
		this.factory = TestFactories.to(this.proxy.port());
	}

	@AfterEach
	void disconnect() {
		this.factory.destroy();
		this.proxy.close();
		this.server.close();
	}

	@Test
	void theRecordingHasAWaitThatKeepsItsCarrier() throws Exception {
		List<String> pinned = PinnedCarriers.during(() -> VirtualThreads.run(List.of(Parking::touch)));
		assertThat(pinned).hasSize(1).first().asString().contains(Parking.class.getName());
	}

	@Test
	void callersOfAConnectionThatIsBeingMadeLeaveTheirCarriers() throws Exception {
		PinnedCarriers.assertNone(() -> {
			this.proxy.freeze();
			try (RedisComponents components = VirtualThreadWork.components(this.factory, PATIENCE)) {
				Running callers = VirtualThreads.start(VirtualThreadWork.of(components, "first"));
				await().atMost(PATIENCE).until(callers::allWait);
				assertThat(callers.tasks()).noneMatch((task) -> task.isDone());
				this.proxy.thaw();
				callers.await();
			}
		});
	}

	@Test
	void callersOfARedisThatIsAwayLeaveTheirCarriers() throws Exception {
		try (RedisComponents components = VirtualThreadWork.components(this.factory, Duration.ofMillis(200))) {
			List<Step> steps = VirtualThreadWork.of(components, "away");
			AtomicInteger failures = new AtomicInteger();
			List<Step> failing = steps.stream().map((step) -> failing(step, failures)).toList();
			List<Step> recovering = steps.stream().map(VirtualThreadConnectionTests::recovering).toList();
			PinnedCarriers.assertNone(() -> {
				this.server.pause();
				VirtualThreads.run(failing);
				this.server.resume();
				this.server.kill();
				VirtualThreads.run(failing);
				this.server.restart();
				VirtualThreads.run(recovering);
			});
			assertThat(failures).hasValueGreaterThan(steps.size());
		}
	}

	private static Step failing(Step step, AtomicInteger failures) {
		return () -> {
			try {
				step.run();
			}
			catch (RedisComponentsException ex) {
				failures.incrementAndGet();
			}
		};
	}

	private static Step recovering(Step step) {
		return () -> await().atMost(PATIENCE)
			.pollInSameThread()
			.ignoreExceptionsInstanceOf(RedisComponentsException.class)
			.until(() -> {
				step.run();
				return true;
			});
	}

	/** Waits in its initializer, which a native frame of the JVM calls. */
	private static final class Parking {

		static {
			LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
		}

		static void touch() {
		}

	}

}
