// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.uv;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.counter.UniqueCount;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.tutorial.Scene;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Unique visitors by HyperLogLog, and {@link UniqueCounter} in the same scenes.
 */
class VisitorTests extends Scene {

	private static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);

	@Test
	void hyperLogLogBreaksForSmallNumbersWithoutSayingSo() {
		LogLogVisitors visitors = new LogLogVisitors(this.redis);
		int wrong = 0;
		for (int i = 1; i <= 1000; i++) {
			visitors.visited(TODAY, "user-" + i);
			wrong += (visitors.visitors(TODAY) != i) ? 1 : 0;
		}
		assertThat(wrong).as("numbers up to 1000 that are not true").isPositive();
		assertThat(this.redis.getExpire("uv:" + TODAY)).as("a key for each day, for ever").isEqualTo(-1);
	}

	@Test
	void smallNumbersAreExactAndLargeOnesAreMarked() {
		CountedVisitors visitors = new CountedVisitors(opened(process().build()).uniqueCounter());
		int wrong = 0;
		for (int i = 1; i <= 1000; i++) {
			visitors.visited(TODAY, "user-" + i);
			wrong += visitors.visitors(TODAY).equals(new UniqueCount(i, true)) ? 0 : 1;
		}
		assertThat(wrong).isZero();
		visitors.visited(TODAY, "one more");
		assertThat(visitors.visitors(TODAY).exact()).isFalse();
		assertThat(this.redis.keys("*")).isNotEmpty().allMatch((key) -> this.redis.getExpire(key) > 0);
	}

	@Test
	void additionCostsOneScript() {
		CountedVisitors visitors = new CountedVisitors(opened(process().build()).uniqueCounter());
		visitors.visited(TODAY, "anna");
		assertThat(sent(() -> visitors.visited(TODAY, "ben"))).isEqualTo(Map.of("evalsha", 1L));
	}

}
