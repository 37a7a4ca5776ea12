// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a local level serves in a process that was stopped, behind a connection that
 * hangs, and without the right to listen.
 */
class LocalLevelProcessTests {

	private static final Duration INTERVAL = Duration.ofMillis(500);

	private final RedisServer server = SharedRedis.standalone();

	private TestCaches caches;

	private TypedCache<String, String> cache;

	@BeforeEach
	void switchOn() {
		this.caches = TestCaches.on(TestPorts.standalone()).tuned(LocalLevelTests.LOCAL).probeEvery(INTERVAL);
		this.cache = this.caches.texts("c");
	}

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void aProcessThatIsStoppedServesNothingOldWhenItGoesOn() {
		try (ChildJvm child = ChildJvm.start(Child.class, this.server.uri(), this.caches.keys.prefix())) {
			child.awaitLine("READY"::equals);
			for (int i = 0; i < 3; i++) {
				String value = "v" + i;
				this.cache.put("k", value);
				child.awaitLine((line) -> line.equals("READ " + value));
				child.pause();
				this.cache.put("k", "after " + i);
				// Longer than the proof is good.
				await().during(Duration.ofSeconds(3)).atMost(Duration.ofMinutes(1)).until(() -> true);
				int before = child.lines().size();
				child.resume();
				String expected = "FIRST after " + i;
				child.awaitLine(expected::equals);
				// The machine can stall for as long as well.
				assertThat(child.lines().subList(before, child.lines().size()))
					.filteredOn((line) -> line.startsWith("FIRST"))
					.isNotEmpty()
					.containsOnly(expected);
			}
		}
	}

	@Test
	void makesAnotherConnectionWhenTheOldOneHangs() {
		try (RedisProxy proxy = RedisProxy.to(this.server);
				CommandPort port = TestPorts.open(proxy.uri());
				TestCaches behind = this.caches.alsoOn(port)) {
			behind.awaitUp();
			proxy.freeze();
			this.cache.put("k", "changed");
			await().atMost(Duration.ofMinutes(1)).until(() -> behind.client.localLevelState() != LocalLevelState.UP);
			proxy.cut();
			proxy.thaw();
			await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
				behind.texts("c").get("k", (key) -> "loaded meanwhile");
				return behind.client.localLevelState() == LocalLevelState.UP;
			});
			assertThat(behind.texts("c").get("k", (key) -> "loaded")).isEqualTo("changed");
		}
	}

	@Test
	void asksRedisWhereItMayNotListen() {
		String user = "u" + UUID.randomUUID();
		String prefix = this.caches.keys.prefix();
		this.server.command("ACL", "SETUSER", user, "on", ">pw", "~*", "+@all", "resetchannels",
				"&" + prefix + ":cache:channel:events");
		try (CommandPort port = TestPorts
			.open("redis://" + user + ":pw@" + this.server.host() + ":" + this.server.port());
				TestCaches deaf = this.caches.alsoOn(port)) {
			for (int i = 0; i < 200; i++) {
				this.cache.put("k", "v" + i);
				assertThat(deaf.texts("c").get("k", (key) -> "loaded")).isEqualTo("v" + i);
			}
			assertThat(deaf.client.localLevelState()).isEqualTo(LocalLevelState.DOWN);
		}
		finally {
			this.server.command("ACL", "DELUSER", user);
		}
	}

	static final class Child {

		private Child() {
		}

		public static void main(String[] args) {
			TestCaches caches = TestCaches.on(TestPorts.open(args[0], Duration.ofSeconds(20)), args[1],
					LocalLevelTests.LOCAL);
			caches.probeEvery(INTERVAL);
			TypedCache<String, String> cache = caches.texts("c");
			caches.awaitUp();
			System.out.println("READY");
			String last = "";
			long began = System.nanoTime();
			while (true) {
				long now = System.nanoTime();
				String value = cache.get("k", (key) -> "none");
				if (now - began > TimeUnit.SECONDS.toNanos(2)) {
					System.out.println("FIRST " + value);
				}
				if (!value.equals(last)) {
					System.out.println("READ " + value);
				}
				last = value;
				began = now;
			}
		}

	}

}
