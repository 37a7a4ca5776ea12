// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.PartOutcomeFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What exceptions of Bloom filters say when one of several calls is refused.
 */
class BloomPartOutcomeTests extends PartOutcomeFixture {

	@ParameterizedTest
	@EnumSource
	void createABloomFilter(Refusal refusal) {
		BloomFilters filters = filters(sweptPort());
		sweep(refusal, (n) -> {
		}, (n) -> assertThat(filter(filters, n).create()).isTrue(), this::builtFilter);
	}

	@ParameterizedTest
	@EnumSource
	void rebuildABloomFilter(Refusal refusal) {
		BloomFilters filters = filters(sweptPort());
		sweep(refusal, (n) -> {
			filter(filters(this.calm), n).create();
			filter(filters(this.calm), n).add("old");
		}, (n) -> {
			try {
				filter(filters, n).rebuild(() -> Stream.of("new"), (done) -> {
				});
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}, this::builtFilter);
	}

	@ParameterizedTest
	@EnumSource
	void removeABloomFilter(Refusal refusal) {
		BloomFilters filters = filters(sweptPort());
		sweep(refusal, (n) -> filter(filters(this.calm), n).create(), (n) -> filter(filters, n).remove(),
				this::builtFilter);
	}

	@ParameterizedTest
	@EnumSource
	void addToABloomFilter(Refusal refusal) {
		CommandPort slow = InterceptedPort.of(sweptPort(), (method, args, real) -> {
			Object reply = real.proceed();
			if (method.getName().equals("batch")) {
				awaitSecondLook();
			}
			return reply;
		});
		BloomFilters filters = filters(slow);
		List<String> elements = List.copyOf(numbered("e", 0, 5001));
		// Its fill is counted in the background.
		told(refusal, (n) -> filter(filters(this.calm), n).create(), (n) -> filter(filters, n).addAll(elements),
				(n) -> filter(filters(this.calm), n).testAll(elements));
	}

	/**
	 * Replies that came later than 100 ms after the request began are confirmed by a call
	 * of their own.
	 */
	private static void awaitSecondLook() {
		long began = System.nanoTime();
		await().until(() -> System.nanoTime() - began > TimeUnit.MILLISECONDS.toNanos(100));
	}

	/** As a process sees it that has not seen it before. */
	private Object builtFilter(int n) {
		BloomFilter looked = filter(filters(this.calm), n);
		BloomStats stats = looked.stats();
		return List.of(stats.built(), stats.rebuilding(), stats.lostSlices(), looked.test("old"), looked.test("new"));
	}

	private static BloomFilter filter(BloomFilters filters, int n) {
		return filters.get("users" + n, BloomFilterSettings.of(10_000).withSettle(Duration.ZERO));
	}

	private BloomFilters filters(CommandPort redis) {
		return BloomFilters.create(redis, this.keys, this.background, new LiveSettings<>(Map.of()),
				BloomFilterObserver.NONE);
	}

}
