// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Spring's caching while the eviction of an entry by this process has failed.
 */
class SpringCacheOutboxTests {

	@Test
	void anEntryWhoseEvictionFailedIsNotReturned() throws Exception {
		try (RedisServer server = RedisServer.start()) {
			server.command("ACL", "SETUSER", "app", "on", ">pw", "~*", "&*", "+@all");
			try (CommandPort port = TestPorts
				.connected(TestPorts.open("redis://app:pw@" + server.host() + ":" + server.port()));
					SpringCaches caches = SpringCaches.on(port, "t",
							SpringCaches.SETTINGS.withOutageTtl(Duration.ZERO))) {
				RedisComponentsCache cache = caches.manager.getCache("c");
				cache.put("k", "old");
				cache.put("l", "old");
				server.command("ACL", "SETUSER", "app", "-unlink");
				assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> cache.evict("k"));
				assertThat(cache.get("k")).isNull();
				assertThat(cache.get("k", String.class)).isNull();
				assertThat(cache.get("k", () -> "loaded")).isEqualTo("loaded");
				assertThat(cache.retrieve("k").get()).isNull();
				assertThat(cache.getAll(List.of("k", "l"), (keys) -> Map.of("k", "bulk")))
					.isEqualTo(Map.of("k", "bulk", "l", "old"));
				assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> cache.evictIfPresent("k"));
				assertThatExceptionOfType(RedisCommandException.class)
					.isThrownBy(() -> cache.putIfAbsent("k", "given"));
				assertThat(caches.client.queuedInvalidations().count()).isEqualTo(1);
				server.command("ACL", "SETUSER", "app", "+unlink");
				await().atMost(Duration.ofMinutes(1)).until(() -> caches.client.queuedInvalidations().count() == 0);
				assertThat(cache.putIfAbsent("k", "given")).isNull();
				assertThat(cache.get("k", String.class)).isEqualTo("given");
			}
		}
	}

}
