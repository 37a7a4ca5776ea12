// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What caches of several JVMs do with one key.
 */
class CacheProcessTests {

	private final RedisServer server = SharedRedis.standalone();

	private final String prefix = "p" + UUID.randomUUID();

	@Test
	void threeProcessesOf64ThreadsLoadAColdKeyOnce() {
		shouldLoadOnce(300, 30_000);
	}

	@Test
	void threeProcessesOf64ThreadsLoadAColdKeyOnceWhenTheLoadOutlastsItsLease() {
		// Longer than a machine stalls between two extensions.
		shouldLoadOnce(13_000, 12_000);
	}

	private void shouldLoadOnce(int loadMillis, int leaseMillis) {
		List<ChildJvm> children = new ArrayList<>();
		try {
			IntStream.range(0, 3).forEach((i) -> children.add(child("load", loadMillis, leaseMillis)));
			children.forEach((child) -> child.awaitLine("READY"::equals));
			children.forEach((child) -> child.send("GO"));
			List<String> results = children.stream()
				.map((child) -> child.awaitLine((line) -> line.startsWith("DONE")))
				.toList();
			assertThat(results).allSatisfy((line) -> assertThat(line).startsWith("DONE 64 of [v1]"));
			assertThat(this.server.command("GET", this.prefix + ":loads")).isEqualTo("1");
			System.out.println("Cold key, load of " + loadMillis + " ms, lease of " + leaseMillis + " ms: " + results);
		}
		finally {
			children.forEach(ChildJvm::close);
		}
	}

	@Test
	void aWaitingProcessLoadsWhenTheLoadingOneIsKilled() throws Exception {
		try (ChildJvm child = child("hang", 0, 15_000);
				CommandPort port = TestPorts.open(this.server);
				TestCaches caches = TestCaches.on(port, this.prefix, TestCaches.SETTINGS)) {
			child.awaitLine("READY"::equals);
			child.send("GO");
			child.awaitLine("LOADING"::equals);
			LeaseEnds ends = new LeaseEnds(this.server, caches.leaseKey("c", "cold"));
			long first = ends.now() + 15_000;
			Future<String> waiting = run(() -> caches.texts("c").get("cold", (key) -> "mine"));
			await().atMost(Duration.ofMinutes(1)).until(() -> ends.end() > first);
			assertThat(waiting.isDone()).isFalse();
			child.kill();
			// As fifteen seconds do.
			this.server.command("PEXPIRE", ends.key(), "1");
			assertThat(waiting.get(1, TimeUnit.MINUTES)).isEqualTo("mine");
			assertThat(caches.texts("c").peek("cold").value()).isEqualTo("mine");
		}
	}

	private static <T> Future<T> run(java.util.concurrent.Callable<T> action) {
		FutureTask<T> task = new FutureTask<>(action);
		Thread thread = new Thread(task, "waiting");
		thread.setDaemon(true);
		thread.start();
		return task;
	}

	private ChildJvm child(String mode, int loadMillis, int leaseMillis) {
		return ChildJvm.start(Child.class, mode, this.server.uri(), this.prefix, String.valueOf(loadMillis),
				String.valueOf(leaseMillis));
	}

	static final class Child {

		private Child() {
		}

		public static void main(String[] args) throws Exception {
			CommandPort port = TestPorts.open(args[1], Duration.ofSeconds(20));
			CacheSettings settings = TestCaches.SETTINGS.withCommandTimeout(Duration.ofSeconds(20))
				.withLease(Duration.ofMillis(Long.parseLong(args[4])), Duration.ofSeconds(60));
			TestCaches caches = TestCaches.on(port, args[2], settings);
			TypedCache<String, String> cache = caches.texts("c");
			cache.get("warm " + ProcessHandle.current().pid(), (key) -> "warm");
			System.out.println("READY");
			System.in.read();
			if (args[0].equals("hang")) {
				cache.get("cold", (key) -> {
					System.out.println("LOADING");
					TimeUnit.MINUTES.sleep(5);
					return "never";
				});
			}
			long loadMillis = Long.parseLong(args[3]);
			long began = System.nanoTime();
			List<String> values = Concurrently.run(64, () -> cache.get("cold", (key) -> {
				long load = port.call((commands) -> commands.incr(args[2] + ":loads"));
				TimeUnit.MILLISECONDS.sleep(loadMillis);
				return "v" + load;
			}));
			long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
			System.out.println("DONE " + values.size() + " of " + values.stream().distinct().toList() + ", slowest "
					+ millis + " ms");
			System.exit(0);
		}

	}

}
