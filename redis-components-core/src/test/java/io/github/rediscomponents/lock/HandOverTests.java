// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RedissonClient;

import io.github.rediscomponents.lock.campaign.StormNode;
import io.github.rediscomponents.lock.campaign.StormWay;
import io.github.rediscomponents.lock.redisson.RedissonEngine;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.acl.OfSeveralRooms;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A waiter that is interrupted, just when what it waits for becomes its own, either takes
 * it or leaves it; it is never left with nobody.
 */
@OfSeveralRooms
class HandOverTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static List<RedisServer> servers = List.of();

	private static List<CommandPort> ports = List.of();

	private static RedissonClient redisson;

	private final CountDownLatch heard = new CountDownLatch(1);

	private final CountDownLatch goOn = new CountDownLatch(1);

	private final AtomicBoolean fails = new AtomicBoolean();

	private final StormNode holder = new StormNode(ports, redisson, () -> {
	});

	private final StormNode node = new StormNode(ports, redisson, this::hear);

	private final String name = "order " + UUID.randomUUID();

	@BeforeAll
	static void start() {
		servers = Stream.generate(RedisServer::start).limit(3).toList();
		ports = servers.stream().map((server) -> TestPorts.open(server.uri(), PATIENCE)).toList();
		ports.forEach((port) -> port.call((commands) -> commands.ping()));
		redisson = RedissonEngine.open(servers.get(0).uri());
	}

	@AfterAll
	static void stop() {
		redisson.shutdown();
		ports.forEach(CommandPort::close);
		servers.forEach(RedisServer::close);
	}

	@AfterEach
	void close() {
		this.goOn.countDown();
		this.node.close();
		this.holder.close();
	}

	/** Takes as long as the test wishes, and does not mind interrupts. */
	private void hear() {
		this.heard.countDown();
		boolean interrupted = false;
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		while (this.goOn.getCount() > 0 && deadline - System.nanoTime() > 0) {
			try {
				this.goOn.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		if (this.fails.get()) {
			throw new AssertionError("A listener that fails badly");
		}
	}

	@ParameterizedTest
	@EnumSource
	void leavesNothingToNobodyWhenTheListenerIsSlow(StormWay way) throws Exception {
		AutoCloseable held = way.exclude(this.holder, this.name);
		FutureTask<Boolean> waits = new FutureTask<>(() -> {
			try (AutoCloseable mine = way.acquire(this.node, this.name)) {
				return Thread.interrupted();
			}
			catch (InterruptedException ex) {
				return true;
			}
		});
		Thread waiter = new Thread(waits, "waiter");
		waiter.setDaemon(true);
		waiter.start();
		await().atMost(PATIENCE).until(() -> this.node.waiting() > 0);
		held.close();
		assertThat(this.heard.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		waiter.interrupt();
		// Time to go wrong.
		waiter.join(100);
		this.goOn.countDown();
		assertThat(waits.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("the interrupt is not lost").isTrue();
		this.node.awaitIdle();
		way.exclude(this.holder, this.name).close();
	}

	@ParameterizedTest
	@EnumSource
	void isNotKeptFromItByAListenerThatFailsBadly(StormWay way) throws Exception {
		this.fails.set(true);
		this.goOn.countDown();
		AutoCloseable held = way.exclude(this.holder, this.name);
		FutureTask<Boolean> waits = new FutureTask<>(() -> {
			way.acquire(this.node, this.name).close();
			return true;
		});
		Thread waiter = new Thread(waits, "waiter");
		waiter.setDaemon(true);
		waiter.start();
		await().atMost(PATIENCE).until(() -> this.node.waiting() > 0);
		held.close();
		assertThat(waits.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		this.node.awaitIdle();
	}

}
