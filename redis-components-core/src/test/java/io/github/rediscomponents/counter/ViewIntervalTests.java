// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How many scripts an interval sends for a name with very many pages.
 */
class ViewIntervalTests extends CounterFixture {

	private static final int PAGES = 2000;

	ViewIntervalTests() {
		super(RedisTopology.STANDALONE);
	}

	@Test
	void sendsTwoThousandPagesOfANameByFourScriptsOfAnInterval() {
		AtomicInteger rounds = new AtomicInteger();
		try (Background background = new Background();
				ViewCounter views = ViewCounter.create(port(), this.keys,
						new LiveSettings<>(ViewCounterSettings.defaults().withFlushInterval(Duration.ofSeconds(1))),
						background, new ViewCounterObserver() {

							@Override
							public void pending(long waiting) {
								rounds.incrementAndGet();
							}

						})) {
			server().resetStats();
			IntStream.range(0, PAGES).forEach((i) -> views.record("shop", "" + i));
			await().untilAsserted(() -> assertThat(views.pending()).isZero());
			Map<String, Long> calls = server().commandCalls();
			assertThat(calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L)).isGreaterThanOrEqualTo(4);
			assertThat(rounds).hasValueLessThan(4);
		}
	}

}
