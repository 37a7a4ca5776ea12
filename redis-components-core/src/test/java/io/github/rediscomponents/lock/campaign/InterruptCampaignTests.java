// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

import io.github.rediscomponents.lock.redisson.RedissonEngine;
import io.github.rediscomponents.support.InterruptStorm;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Threads of two processes, one of which has a slow listener, wait for one thing in one
 * way after the other, and are interrupted at random moments: while they wait, just when
 * it becomes theirs, while they hold it and while they give it back. After each way
 * nothing is held, waited for or renewed, nothing of it is left in Redis but the memory
 * of the last token, and it can be had at once.
 *
 * <p>
 * 60 interrupts each way; with {@code -Dcampaign.scale=N} N times as many.
 * {@code -Dcampaign.seed} repeats the choices of a run.
 */
class InterruptCampaignTests {

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final long SEED = Long.getLong("campaign.seed", new SplittableRandom().nextLong(1L << 40));

	private static final int EACH = 60;

	private static final int THREADS = 3;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final SplittableRandom random = new SplittableRandom(SEED);

	private final List<RedisServer> servers = new ArrayList<>();

	private final List<CommandPort> ports = new ArrayList<>();

	private final List<StormNode> nodes = new ArrayList<>();

	private @Nullable RedissonClient redisson;

	@BeforeEach
	void start() {
		for (int i = 0; i < 3; i++) {
			this.servers.add(RedisServer.start());
			this.ports.add(TestPorts.open(this.servers.get(i).uri(), PATIENCE));
			this.ports.get(i).call((commands) -> commands.ping());
		}
		this.redisson = RedissonEngine.open(this.servers.get(0).uri(), 30_000);
		this.nodes.add(new StormNode(this.ports, this.redisson, () -> {
		}));
		SplittableRandom slowness = this.random.split();
		this.nodes.add(new StormNode(this.ports, this.redisson, () -> {
			long nanos;
			synchronized (slowness) {
				nanos = slowness.nextLong(TimeUnit.MILLISECONDS.toNanos(3));
			}
			LockSupport.parkNanos(nanos);
		}));
	}

	@AfterEach
	void close() {
		this.nodes.forEach(StormNode::close);
		if (this.redisson != null) {
			this.redisson.shutdown();
		}
		this.ports.forEach(CommandPort::close);
		this.servers.forEach(RedisServer::close);
	}

	@Test
	void leavesNothingBehindWheneverAThreadIsInterrupted() throws Exception {
		System.out.println("Interrupt campaign: -Dcampaign.seed=" + SEED + " -Dcampaign.scale=" + SCALE);
		long began = System.nanoTime();
		int sent = 0;
		for (StormWay way : StormWay.values()) {
			sent += storm(way);
			nothingIsLeft(way);
		}
		System.out.printf("  %d interrupts in %d s, nothing left%n", sent,
				Duration.ofNanos(System.nanoTime() - began).toSeconds());
	}

	private int storm(StormWay way) throws Exception {
		String name = way.toString();
		InterruptStorm storm = new InterruptStorm(this.random, "seed " + SEED);
		for (int i = 0; i < THREADS * this.nodes.size(); i++) {
			StormNode node = this.nodes.get(i % this.nodes.size());
			SplittableRandom choices = this.random.split();
			// So that readers have something to wait for.
			boolean excludes = i >= THREADS * this.nodes.size() - 2;
			storm.add(way + "-" + i, () -> {
				try (AutoCloseable mine = excludes ? way.exclude(node, name) : way.acquire(node, name)) {
					storm.acquired();
					LockSupport.parkNanos(choices.nextLong(TimeUnit.MICROSECONDS.toNanos(300)));
				}
			});
		}
		int interrupts = EACH * SCALE;
		storm.run(interrupts);
		System.out.printf("  %s: %d interrupts %s%n", way, interrupts, storm);
		return interrupts;
	}

	private void nothingIsLeft(StormWay way) throws Exception {
		this.nodes.forEach(StormNode::awaitIdle);
		await().atMost(PATIENCE)
			.untilAsserted(
					() -> assertThat(this.servers).as(() -> "seed " + SEED + ": what is left in Redis after " + way)
						.allSatisfy((server) -> assertThat(left(server)).isEmpty()));
		for (StormNode node : this.nodes) {
			long start = System.nanoTime();
			way.exclude(node, way.toString()).close();
			assertThat(Duration.ofNanos(System.nanoTime() - start)).as("free at once").isLessThan(StormNode.LEASE);
		}
	}

	/** All but the memory of tokens, which expires by itself. */
	private static List<String> left(RedisServer server) {
		return ((List<?>) server.command("KEYS", "*")).stream()
			.map(String::valueOf)
			.filter((key) -> !isMemory(server, key))
			.map((key) -> key + " " + server.command("TYPE", key))
			.collect(Collectors.toList());
	}

	private static boolean isMemory(RedisServer server, String key) {
		if (!"hash".equals(server.command("TYPE", key))
				|| Long.parseLong(String.valueOf(server.command("PTTL", key))) < 0) {
			return false;
		}
		if (key.endsWith(":redisson:token")) {
			return true;
		}
		List<?> state = (List<?>) server.command("HMGET", key, "d", "w", "u", "mode", "f");
		return state != null && state.get(1) == null && state.get(3) == null
				&& Stream.of(0, 2).map(state::get).allMatch((value) -> value == null || value.equals("0"))
				&& state.get(4) != null;
	}

}
