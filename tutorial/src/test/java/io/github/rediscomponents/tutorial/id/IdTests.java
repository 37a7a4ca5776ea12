// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.id;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.Trace;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ids of the tutorials, and {@link IdWorker} in the same scenes.
 */
class IdTests extends Scene {

	private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

	private final DateIncrIds ids = new DateIncrIds(this.redis, Clock.fixed(NOON, ZoneOffset.UTC));

	@Test
	@Trace("Ids by INCR and date")
	void idsByDateBreakWhenTheCounterIsLost() {
		long first = this.ids.nextId("order");
		this.server.flushAll();
		assertThat(this.ids.nextId("order")).as("again within the second").isEqualTo(first);
	}

	@Test
	void idsByDateBreakByAKeyForEachDay() {
		for (int day = 0; day < 3; day++) {
			new DateIncrIds(this.redis, Clock.fixed(NOON.plus(Duration.ofDays(day)), ZoneOffset.UTC)).nextId("order");
		}
		assertThat(this.redis.keys("icr:order:*")).hasSize(3)
			.allSatisfy((key) -> assertThat(this.redis.getExpire(key)).as("for ever").isEqualTo(-1));
	}

	@Test
	void idsByDateBreakWhenClocksDiffer() {
		Clock behind = Clock.offset(Clock.fixed(NOON, ZoneOffset.UTC), Duration.ofSeconds(-2));
		long earlier = this.ids.nextId("order");
		long later = new DateIncrIds(this.redis, behind).nextId("order");
		assertThat(later).isLessThan(earlier);
	}

	@Test
	void idsAreUniqueWhateverRedisLoses() {
		Set<Long> seen = new HashSet<>();
		for (int process = 0; process < 3; process++) {
			OrderIds orders = new OrderIds(opened(process().build()).ids());
			for (int i = 0; i < 1000; i++) {
				seen.add(orders.nextId());
			}
			this.server.flushAll();
		}
		assertThat(seen).hasSize(3000);
	}

	@Test
	void thousandIdsCostAFewScripts() {
		OrderIds orders = new OrderIds(opened(process().build()).ids());
		Map<String, Long> sent = sent(() -> {
			for (int i = 0; i < 1000; i++) {
				orders.nextId();
			}
		});
		assertThat(sent.get("evalsha")).isBetween(1L, 20L);
	}

}
