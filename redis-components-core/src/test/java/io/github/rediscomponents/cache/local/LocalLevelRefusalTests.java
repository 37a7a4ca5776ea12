// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.CommandPort.Subscription;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A local level whose user may listen to the channels of the cache, and not publish.
 */
@Timeout(240)
class LocalLevelRefusalTests {

	private static final Duration INTERVAL = Duration.ofMillis(100);

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final RedisServer server = RedisServer.start();

	private final AtomicInteger renewals = new AtomicInteger();

	/** When they were sent. */
	private final List<Long> probes = new CopyOnWriteArrayList<>();

	@AfterEach
	void close() {
		this.server.close();
	}

	private void acl(String... rules) {
		String[] command = new String[rules.length + 3];
		command[0] = "ACL";
		command[1] = "SETUSER";
		command[2] = "app";
		System.arraycopy(rules, 0, command, 3, rules.length);
		this.server.command(command);
	}

	private CommandPort counting(CommandPort port) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (InterceptedPort.script(args).equals("cache/publish")) {
				this.probes.add(System.nanoTime());
			}
			Object result = real.proceed();
			return method.getName().equals("subscribe") ? new Counted((Subscription) result, this.renewals) : result;
		});
	}

	@Test
	void pausesAndSaysWhyOnce() {
		acl("on", ">pw", "~*", "&*", "+@all", "-publish");
		try (CommandPort port = TestPorts
			.connected(TestPorts.open("redis://app:pw@" + this.server.host() + ":" + this.server.port()));
				CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache.bus");
				TestCaches caches = TestCaches
					.on(counting(port), "t",
							TestCaches.SETTINGS.withLocal(LocalCacheSettings.defaults().withEnabled(true)))
					.probeEvery(INTERVAL)) {
			TypedCache<String, String> cache = caches.texts("c");
			cache.get("k", (key) -> "v");
			await().atMost(PATIENCE).until(() -> caches.client.localLevelState() == LocalLevelState.REFUSED);
			// The pauses double, so that eight rounds take 12.8 seconds instead of 0.8.
			await().atMost(PATIENCE).until(() -> this.probes.size() >= 6);
			assertThat(Duration.ofNanos(this.probes.get(5) - this.probes.get(4)))
				.isGreaterThan(INTERVAL.multipliedBy(4));
			assertThat(this.renewals).hasValue(0);
			assertThat(cache.get("k", (key) -> "loaded")).isEqualTo("v");
			assertThat(log.lines()).filteredOn((line) -> line.startsWith("WARN"))
				.containsExactly(
						"WARN Redis refuses the probes of local levels, which are bypassed until it accepts them:"
								+ " its user needs the rights to publish to the channels of the cache");
			acl("+publish");
			await().atMost(PATIENCE).until(() -> caches.client.localLevelState() == LocalLevelState.UP);
			acl("-publish");
			await().atMost(PATIENCE).until(() -> caches.client.localLevelState() != LocalLevelState.UP);
			await().atMost(PATIENCE).until(() -> caches.client.localLevelState() == LocalLevelState.REFUSED);
			assertThat(this.renewals).hasValue(0);
		}
	}

	private record Counted(Subscription real, AtomicInteger renewals) implements Subscription {

		@Override
		public void renew() {
			this.renewals.incrementAndGet();
			this.real.renew();
		}

		@Override
		public void close() {
			this.real.close();
		}

	}

}
