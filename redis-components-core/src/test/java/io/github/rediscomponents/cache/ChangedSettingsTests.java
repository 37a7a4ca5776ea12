// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheObserver.LeaseEvent;
import io.github.rediscomponents.cache.local.LocalLevelTests;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Settings that become shorter while something goes on that began under longer ones.
 */
class ChangedSettingsTests extends FreshnessFixture {

	@Test
	void aLoadKeepsItsLeaseWhenLeasesBecomeShorter() throws Exception {
		Duration long6 = Duration.ofSeconds(6);
		this.here.tuned(TestCaches.SETTINGS.withLease(long6, LONG));
		Slow slow = new Slow(this.mine, "k");
		this.here.tuned(TestCaches.SETTINGS.withLease(Duration.ofMillis(100), LONG));
		await().until(() -> this.here.counts.of(LeaseEvent.EXTENDED) > 0);
		String lease = this.here.leaseKey("c", "k");
		assertThat(Long.parseLong(String.valueOf(server().masterFor(lease).command("PTTL", lease)))).isBetween(1_000L,
				long6.toMillis());
		assertThat(slow.proceed()).isEqualTo("slow");
		assertThat(this.theirs.peek("k").value()).isEqualTo("slow");
	}

	@Test
	void aFailureCountsForTheShorterCoolDown() {
		tune((loading) -> loading.withErrorCoolDown(Duration.ofHours(1)));
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(IllegalCallerException.class).isThrownBy(() -> this.mine.get("k", this::failing));
		}
		assertThat(this.loads).hasValue(1);
		tune((loading) -> loading.withErrorCoolDown(Duration.ofMillis(50)));
		await().ignoreExceptions()
			.untilAsserted(() -> assertThat(this.mine.get("k", (key) -> "loaded")).isEqualTo("loaded"));
	}

	@Test
	void theLocalLevelServesForTheShorterTimeToLive() {
		tune(LocalLevelTests.LOCAL);
		this.here.awaitUp();
		this.theirs.put("k", "old");
		await().until(() -> {
			this.mine.get("k", this::loading);
			return this.here.counts.localHits(Lookup.State.FRESH) > 0;
		});
		// As a program that knows nothing of the cache.
		String value = this.here.valueKey("c", "k");
		server().masterFor(value).command("DEL", value);
		tune(LocalLevelTests.LOCAL.withLocal(LocalLevelTests.LOCAL.local().withTtl(Duration.ofMillis(50))));
		await().untilAsserted(() -> assertThat(this.mine.get("k", (key) -> "new")).isEqualTo("new"));
	}

	@Test
	void aValueLoadedWithoutRedisCountsForTheShorterTime() {
		CacheSettings settings = TestCaches.SETTINGS.withCommandTimeout(Duration.ofMillis(300))
			.withOutageTtl(Duration.ofMinutes(1));
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				TestCaches caches = TestCaches.on(port).tuned(settings)) {
			TypedCache<String, String> cache = caches.texts("c");
			// On a slow machine the first ones come late.
			caches.awaitMessages();
			server.pause();
			for (int i = 0; i < 3; i++) {
				assertThat(cache.get("k", this::loading)).isEqualTo("v1");
			}
			caches.tuned(settings.withOutageTtl(Duration.ofMillis(1)));
			await().untilAsserted(() -> assertThat(cache.get("k", (key) -> "new")).isEqualTo("new"));
			server.resume();
		}
	}

}
