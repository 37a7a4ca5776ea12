// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.rediscomponents.cache.bus.CoherenceTruth;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two processes use caches in every way while connections are killed, replies are lost,
 * servers and processes are stopped, loaders are slow or throw, and threads are
 * interrupted. After each round all of that ends, and nothing may be left: no outdated
 * value in a local level or in Redis, no lease, no flight, no invalidation, no memory and
 * no thread more than before.
 */
class CacheSoakCampaignTests {

	private static final long SEED = Long.getLong("campaign.seed", 20261123L);

	/** Ten minutes with a scale of 24. */
	private static final int SECONDS = 25 * Integer.getInteger("campaign.scale", 1);

	/**
	 * The first one fills pools and caches; its heap is what the later ones are held to.
	 */
	private static final int ROUNDS = 5;

	private static final int PROCESSES = 2;

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private final RedisServer server = RedisServer.builder().setting("save", "").start();

	private final List<RedisProxy> proxies = new ArrayList<>();

	private final List<ChildJvm> children = new ArrayList<>();

	private final String prefix = "s" + UUID.randomUUID();

	private final Random random = new Random(SEED);

	private final Map<String, Runnable> faults = new LinkedHashMap<>();

	private final Map<String, Integer> happened = new TreeMap<>();

	@TempDir
	Path directory;

	@BeforeEach
	void start() throws IOException {
		Path truth = this.directory.resolve("truth");
		CoherenceTruth.create(truth);
		for (int i = 0; i < PROCESSES; i++) {
			RedisProxy proxy = RedisProxy.to(this.server);
			this.proxies.add(proxy);
			this.children.add(ChildJvm.start(CacheSoakChild.class, proxy.uri(), this.prefix, truth.toString(),
					String.valueOf(i), String.valueOf(PROCESSES), String.valueOf(SEED + i)));
		}
		this.faults.put("connections killed", () -> this.server.command("CLIENT", "KILL", "TYPE", "normal"));
		this.faults.put("subscriptions killed", () -> this.server.command("CLIENT", "KILL", "TYPE", "pubsub"));
		this.faults.put("scripts forgotten", () -> this.server.command("SCRIPT", "FLUSH"));
		this.faults.put("everything deleted", () -> this.server.command("FLUSHALL"));
		this.faults.put("server stopped", () -> {
			this.server.pause();
			pass(this.random.nextInt(700));
			this.server.resume();
		});
		this.faults.put("server killed", () -> {
			this.server.kill();
			this.server.restart();
		});
		this.faults.put("process stopped", () -> {
			ChildJvm child = this.children.get(this.random.nextInt(PROCESSES));
			child.pause();
			pass(this.random.nextInt(1500));
			child.resume();
		});
		this.faults.put("reply lost", () -> proxy().swallowNextReply());
		this.faults.put("connections cut", () -> proxy().cut());
		this.faults.put("network silent", () -> {
			RedisProxy proxy = proxy();
			proxy.freeze();
			pass(this.random.nextInt(1000));
			proxy.thaw();
		});
	}

	@AfterEach
	void stop() {
		this.children.forEach(ChildJvm::close);
		this.proxies.forEach(RedisProxy::close);
		this.server.close();
	}

	@Test
	void nothingIsLeftOfFaults() {
		List<List<CacheSoakReport>> rounds = new ArrayList<>();
		this.children.forEach((child) -> child.awaitLine("READY"::equals));
		for (int round = 0; round < ROUNDS; round++) {
			this.children.forEach((child) -> child.send("GO"));
			long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos() / ROUNDS;
			List<String> names = List.copyOf(this.faults.keySet());
			while (System.nanoTime() - end < 0) {
				String name = names.get(this.random.nextInt(names.size()));
				pass(this.random.nextInt(500));
				this.faults.get(name).run();
				this.happened.merge(name, 1, Integer::sum);
			}
			all("QUIET", round);
			List<CacheSoakReport> reports = check(round);
			rounds.add(reports);
			System.out.println("Cache soak, round " + (round + 1) + ": " + reports);
			assertThat(reports).allSatisfy(CacheSoakReport::checkNothingIsLeft);
			assertNoLeases();
		}
		System.out.println("Cache soak: -Dcampaign.seed=" + SEED + ", " + SECONDS + " s, faults " + this.happened);
		checkGrowthSince(rounds.get(0));
	}

	/** Buffers and time-outs of the last faults end within seconds; a leak stays. */
	private void checkGrowthSince(List<CacheSoakReport> first) {
		AtomicInteger look = new AtomicInteger(ROUNDS);
		await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(5)).untilAsserted(() -> {
			List<CacheSoakReport> last = check(look.getAndIncrement());
			for (int i = 0; i < PROCESSES; i++) {
				last.get(i).checkGrowthSince(first.get(i), CacheSoakChild.MAX_WORKERS);
			}
		});
	}

	private List<CacheSoakReport> check(int look) {
		return all("CHECK", look).stream().map(CacheSoakReport::parse).toList();
	}

	private List<String> all(String command, int round) {
		this.children.forEach((child) -> child.send(command));
		String answer = command + " " + round + " ";
		return this.children.stream()
			.map((child) -> child.awaitLine((line) -> line.startsWith(answer), PATIENCE))
			.map((line) -> line.substring(answer.length()))
			.toList();
	}

	/** What a lost reply or a killed connection leaves behind ends by itself. */
	private void assertNoLeases() {
		List<?> leases = keys("cache-lease");
		assertThat(leases).allSatisfy(
				(key) -> assertThat(millisLeft(String.valueOf(key))).isBetween(-2L, CacheSoakChild.LEASE.toMillis())
					.isNotEqualTo(-1L));
		await().atMost(PATIENCE).until(() -> keys("cache-lease").isEmpty());
	}

	private long millisLeft(String key) {
		return Long.parseLong(String.valueOf(this.server.command("PTTL", key)));
	}

	private List<?> keys(String room) {
		return (List<?>) this.server.command("KEYS", this.prefix + ":" + room + ":*");
	}

	private RedisProxy proxy() {
		return this.proxies.get(this.random.nextInt(PROCESSES));
	}

	private static void pass(int millis) {
		await().pollDelay(Duration.ofMillis(millis)).atMost(Duration.ofMinutes(1)).until(() -> true);
	}

}
