// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The windows of business keys when one of their Redis keys is lost, as by an eviction.
 */
class LimitQueueLossTests extends LimitQueueFixture {

	private static final LimitQueueSettings DAY = LimitQueueSettings.of(100)
		.withDedupe(Dedupe.KEY)
		.withWindow(Duration.ofDays(1));

	LimitQueueLossTests() {
		super(RedisTopology.STANDALONE);
	}

	@Test
	void aBusinessKeyIsRefusedWithoutItsElementAndLetInWithoutItsWindow() {
		LimitQueue<String> queue = queue(DAY);
		queue.offer("anna", "rose");
		assertThat(number("DEL", "keys")).isOne();
		assertThat(queue.offer("anna", "cake").refused()).isOne();
		assertThat(number("DEL", "windows")).isOne();
		assertThat(queue.offer("anna", "cake").added()).isOne();
		assertThat(queue.offer("anna", "tea").refused()).isOne();
		assertThat(queue.list()).containsExactly("cake", "rose");
	}

	@Test
	void keysWithoutWindowsAreForgotten() {
		LimitQueue<String> queue = queue(DAY);
		for (String user : List.of("anna", "ben", "carl")) {
			queue.offer(user, "rose");
		}
		number("DEL", "windows");
		queue.offer("dora", "rose");
		assertThat(windows()).containsExactly(1L, 1L);
	}

	@Test
	void windowsExpireAlsoIfOneOfTheirKeysWasLostAndTheyBecameShorter() {
		LiveSettings<LimitQueueSettings> settings = new LiveSettings<>(DAY);
		LimitQueue<String> queue = queue(settings);
		for (String part : List.of("keys", "windows")) {
			settings.swap(DAY);
			queue.offer(part, "rose");
			settings.swap(DAY.withWindow(Duration.ofHours(1)));
			number("DEL", part);
			queue.offer(part + " later", "rose");
			assertThat(number("PTTL", "keys")).isPositive();
			assertThat(number("PTTL", "windows")).isPositive();
		}
	}

}
