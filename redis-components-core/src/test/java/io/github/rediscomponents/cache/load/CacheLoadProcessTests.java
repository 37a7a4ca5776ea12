// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EarlyRefresh;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Early refreshes and abandoned loads of several JVMs.
 */
class CacheLoadProcessTests {

	private final RedisServer server = SharedRedis.standalone();

	private final String prefix = "p" + UUID.randomUUID();

	private static CacheSettings settings() {
		return TestCaches.SETTINGS.withCommandTimeout(Duration.ofSeconds(20))
			.withTtl(Duration.ofMinutes(10))
			.withLease(Duration.ofSeconds(1), Duration.ofSeconds(60))
			.withLoading(LoadingSettings.defaults().withEarlyRefresh(EarlyRefresh.FRACTION));
	}

	@Test
	void threeProcessesRefreshAHotKeyWithOneLoadWhichNobodyWaitsFor() {
		List<ChildJvm> children = new ArrayList<>();
		try (CommandPort port = TestPorts.open(this.server);
				TestCaches caches = TestCaches.on(port, this.prefix, settings().withTtl(Duration.ofSeconds(90)))) {
			IntStream.range(0, 3).forEach((i) -> children.add(child("refresh")));
			children.forEach((child) -> child.awaitLine("READY"::equals));
			caches.texts("c").put("hot", "old");
			children.forEach((child) -> child.send("GO"));
			assertThat(children).allSatisfy((child) -> assertThat(child.awaitLine((line) -> line.startsWith("DONE")))
				.isEqualTo("DONE, misses 0, slow 0"));
			assertThat(this.server.command("GET", this.prefix + ":loads")).isEqualTo("1");
		}
		finally {
			children.forEach(ChildJvm::close);
		}
	}

	@Test
	void anAbandonedLoadKeepsItsLeaseUntilItsProcessIsKilled() throws Exception {
		try (ChildJvm child = child("abandon");
				CommandPort port = TestPorts.open(this.server);
				TestCaches caches = TestCaches.on(port, this.prefix, settings())) {
			child.awaitLine("READY"::equals);
			child.send("GO");
			child.awaitLine("ABANDONED"::equals);
			Future<String> waiting = run(() -> caches.texts("c").get("cold", (key) -> "mine"));
			// Longer than the lease: it was extended although no caller is left.
			await().during(Duration.ofMillis(2500)).atMost(Duration.ofSeconds(20)).until(() -> !waiting.isDone());
			child.kill();
			assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo("mine");
			assertThat(caches.texts("c").peek("cold").value()).isEqualTo("mine");
		}
	}

	private static <T> Future<T> run(Callable<T> action) {
		FutureTask<T> task = new FutureTask<>(action);
		Thread thread = new Thread(task, "waiting");
		thread.setDaemon(true);
		thread.start();
		return task;
	}

	private ChildJvm child(String mode) {
		return ChildJvm.start(Child.class, mode, this.server.uri(), this.prefix);
	}

	static final class Child {

		private Child() {
		}

		public static void main(String[] args) throws Exception {
			CommandPort port = TestPorts.open(args[1], Duration.ofSeconds(20));
			TestCaches caches = TestCaches.on(port, args[2], settings());
			TypedCache<String, String> cache = caches.texts("c");
			cache.get("warm " + ProcessHandle.current().pid(), (key) -> "warm");
			long before = caches.counts.of(Lookup.State.MISS);
			System.out.println("READY");
			System.in.read();
			if (args[0].equals("abandon")) {
				abandon(cache);
				TimeUnit.MINUTES.sleep(5);
			}
			List<Boolean> slow = Concurrently.run(8, () -> {
				boolean waited = false;
				String value = "old";
				while (value.equals("old")) {
					long began = System.nanoTime();
					value = cache.get("hot", (key) -> {
						port.call((commands) -> commands.incr(args[2] + ":loads"));
						TimeUnit.SECONDS.sleep(4);
						return "new";
					});
					waited |= System.nanoTime() - began > TimeUnit.SECONDS.toNanos(3);
				}
				return waited;
			});
			System.out.println("DONE, misses " + (caches.counts.of(Lookup.State.MISS) - before) + ", slow "
					+ slow.stream().filter((one) -> one).count());
			System.exit(0);
		}

		private static void abandon(TypedCache<String, String> cache) {
			try {
				cache.get("cold", (key) -> {
					TimeUnit.MINUTES.sleep(5);
					return "never";
				}, EntryOptions.defaults().withHardTimeout(Duration.ofMillis(200)));
			}
			catch (CacheLoadException ex) {
				System.out.println("ABANDONED");
			}
		}

	}

}
