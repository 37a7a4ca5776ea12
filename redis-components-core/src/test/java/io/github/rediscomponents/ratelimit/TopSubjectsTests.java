// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Bounds of what is counted, against an exact count.
 */
class TopSubjectsTests {

	private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);

	private final TopSubjects top = new TopSubjects(this.now::get);

	@Test
	void isExactWithAsManySubjectsAsCounters() {
		for (int i = 0; i < 100; i++) {
			for (int times = 0; times <= i; times++) {
				this.top.add("p", "k" + i);
			}
		}
		List<RateLimitActivity.Refused> found = this.top.top();
		assertThat(found).hasSize(100);
		for (int i = 0; i < 100; i++) {
			assertThat(found.get(i)).isEqualTo(new RateLimitActivity.Refused("p", "k" + (99 - i), 100 - i, 100 - i));
		}
	}

	@Test
	void findsTheFrequentOnesAmongAHundredThousandAndBoundsTheirNumbers() {
		Random random = new Random(11);
		Map<String, Long> exact = new HashMap<>();
		for (int i = 0; i < 300_000; i++) {
			String key = (random.nextInt(10) < 4) ? "hot" + random.nextInt(20) : "cold" + random.nextInt(100_000);
			exact.merge(key, 1L, Long::sum);
			this.top.add("p", key);
		}
		List<RateLimitActivity.Refused> found = this.top.top();
		assertThat(found).hasSize(TopSubjects.COUNTERS);
		assertThat(found.subList(0, 20)).allMatch((each) -> each.key().startsWith("hot"));
		assertThat(found).allSatisfy((each) -> {
			assertThat(exact.get(each.key())).isBetween(each.atLeast(), each.count());
			assertThat(each.count() - each.atLeast()).isLessThanOrEqualTo(300_000 / TopSubjects.COUNTERS);
		});
	}

	@Test
	void forgetsWhatIsLongOver() {
		this.top.add("p", "old");
		this.now.addAndGet(TopSubjects.WINDOW_NANOS);
		this.top.add("p", "new");
		this.top.add("p", "old");
		assertThat(this.top.top()).extracting(RateLimitActivity.Refused::count).containsExactly(2L, 1L);
		this.now.addAndGet(TopSubjects.WINDOW_NANOS);
		assertThat(this.top.top()).extracting(RateLimitActivity.Refused::count).containsExactly(1L, 1L);
		this.now.addAndGet(3 * TopSubjects.WINDOW_NANOS);
		assertThat(this.top.top()).isEmpty();
	}

	@Test
	void losesNoRefusalOfAFewSubjectsUnderConcurrency() {
		Concurrently.run(8, () -> {
			for (int i = 0; i < 20_000; i++) {
				this.top.add("p", "k" + i % 50);
			}
		});
		assertThat(this.top.top()).hasSize(50).allMatch((each) -> each.count() == 3200 && each.atLeast() == 3200);
	}

	/** A subject may have lost its counter in the window before. */
	@Test
	void aNumberIsTheLargestPossibleOneOfBothWindows() {
		for (int times = 0; times < 3; times++) {
			this.top.add("p", "lost");
		}
		for (int i = 0; i < 4 * TopSubjects.COUNTERS; i++) {
			this.top.add("p", "other" + i % TopSubjects.COUNTERS);
		}
		this.now.addAndGet(TopSubjects.WINDOW_NANOS);
		this.top.add("p", "lost");
		this.top.add("p", "lost");
		assertThat(this.top.top()).filteredOn((each) -> each.key().equals("lost")).singleElement().satisfies((lost) -> {
			assertThat(lost.count()).isGreaterThanOrEqualTo(5);
			assertThat(lost.atLeast()).isEqualTo(2);
		});
	}

}
