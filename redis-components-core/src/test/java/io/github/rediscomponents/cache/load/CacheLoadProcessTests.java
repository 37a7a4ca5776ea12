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
import io.github.rediscomponents.cache.LeaseEnds;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
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

	/** Longer than a machine stalls between two extensions. */
	private static final Duration LEASE = Duration.ofSeconds(15);

	private static final int PROCESSES = 3;

	private static final int THREADS = 8;

	private final RedisServer server = SharedRedis.standalone();

	private final String prefix = "p" + UUID.randomUUID();

	private static CacheSettings settings() {
		return TestCaches.SETTINGS.withCommandTimeout(Duration.ofSeconds(20))
			.withTtl(Duration.ofMinutes(10))
			.withLease(LEASE, Duration.ofSeconds(60))
			.withLoading(LoadingSettings.defaults().withEarlyRefresh(EarlyRefresh.FRACTION));
	}

	@Test
	void threeProcessesRefreshAHotKeyWithOneLoadWhichNobodyWaitsFor() {
		List<ChildJvm> children = new ArrayList<>();
		try (CommandPort port = TestPorts.open(this.server);
				TestCaches caches = TestCaches.on(port, this.prefix, settings().withTtl(Duration.ofSeconds(90)))) {
			IntStream.range(0, PROCESSES).forEach((i) -> children.add(child("refresh")));
			children.forEach((child) -> child.awaitLine("READY"::equals));
			caches.texts("c").put("hot", "old");
			children.forEach((child) -> child.send("GO"));
			assertThat(children).allSatisfy((child) -> assertThat(child.awaitLine((line) -> line.startsWith("DONE")))
				.isEqualTo("DONE, misses 0, waited 0"));
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
			LeaseEnds ends = new LeaseEnds(this.server, caches.leaseKey("c", "cold"));
			long first = ends.now() + LEASE.toMillis();
			Future<String> waiting = run(() -> caches.texts("c").get("cold", (key) -> "mine"));
			// It was extended although no caller is left.
			await().atMost(Duration.ofMinutes(1)).until(() -> ends.end() > first);
			assertThat(waiting.isDone()).isFalse();
			child.kill();
			// As fifteen seconds do.
			this.server.command("PEXPIRE", ends.key(), "1");
			assertThat(waiting.get(1, TimeUnit.MINUTES)).isEqualTo("mine");
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
			List<Boolean> served = Concurrently.run(THREADS, () -> refresh(port, cache, args[2]));
			System.out.println("DONE, misses " + (caches.counts.of(Lookup.State.MISS) - before) + ", waited "
					+ served.stream().filter((one) -> !one).count());
			System.exit(0);
		}

		/** Returns whether the old value was returned while the new one was loaded. */
		private static boolean refresh(CommandPort port, TypedCache<String, String> cache, String prefix) {
			boolean served = false;
			String value = "old";
			while (value.equals("old")) {
				boolean loading = count(port, prefix + ":loads") > 0;
				value = cache.get("hot", (key) -> {
					port.call((commands) -> commands.incr(prefix + ":loads"));
					// Until each thread of each process got the old value meanwhile.
					await().atMost(Duration.ofMinutes(1))
						.until(() -> count(port, prefix + ":served") == PROCESSES * THREADS);
					return "new";
				});
				if (loading && !served && value.equals("old")) {
					served = true;
					port.call((commands) -> commands.incr(prefix + ":served"));
				}
			}
			return served;
		}

		private static long count(CommandPort port, String key) {
			byte[] count = port.call((commands) -> commands.get(key));
			return (count != null) ? Utf8.number(count) : 0;
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
