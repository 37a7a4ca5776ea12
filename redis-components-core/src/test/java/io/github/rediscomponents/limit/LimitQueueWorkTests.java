// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a script does when a long queue becomes short or has lost a key.
 */
class LimitQueueWorkTests extends LimitQueueFixture {

	private static final int MANY = 20_000;

	private final LiveSettings<LimitQueueSettings> settings = new LiveSettings<>(LimitQueueSettings.of(MANY));

	private final LimitQueue<String> queue = queue(this.settings);

	LimitQueueWorkTests() {
		super(RedisTopology.STANDALONE);
	}

	@BeforeEach
	void fill() {
		this.queue.offerAll(texts(0, MANY));
		assertThat(look()).containsExactly((long) MANY, (long) MANY, (long) MANY);
	}

	/** Newest first. */
	private static List<String> newest(int n) {
		return IntStream.range(0, n).mapToObj((i) -> "v" + (MANY - 1 - i)).toList();
	}

	private static List<String> texts(int from, int to) {
		return IntStream.range(from, to).mapToObj((i) -> "v" + i).toList();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 10, 1_999, 2_000, MANY - 1 })
	void keepsTheNewestInTheirOrder(int length) {
		this.settings.swap(LimitQueueSettings.of(length));
		await().untilAsserted(() -> assertThat(look()).containsExactly((long) length, (long) length, (long) length));
		assertThat(this.queue.list()).isEqualTo(newest(length));
		assertThat(this.queue.offer("last")).isEqualTo(new OfferResult(1, 0, 0, 1, length));
		assertThat(this.queue.newest(1)).containsExactly("last");
	}

	@ParameterizedTest
	@ValueSource(ints = { 10, 1_999 })
	void writesWhatStaysWhenItBecomesMuchShorter(int length) {
		long before = removals();
		this.settings.swap(LimitQueueSettings.of(length));
		await().untilAsserted(() -> assertThat(number("ZCARD", "order")).isEqualTo(length));
		assertThat(removals()).isEqualTo(before);
	}

	@Test
	void anOfferTrimsAQueueThatAnotherInstanceMadeMuchShorter() {
		number("HSET", "meta", "length", "3");
		assertThat(this.queue.offer("last")).isEqualTo(new OfferResult(1, 0, 0, MANY - 2, 3));
		assertThat(this.queue.list()).containsExactly("last", "v" + (MANY - 1), "v" + (MANY - 2));
		assertThat(this.queue.poll()).contains("v" + (MANY - 2));
	}

	@Test
	void pollsNothingFromAQueueWhoseValuesAreLost() {
		number("DEL", "values");
		long before = removals();
		assertThat(this.queue.poll()).isEmpty();
		assertThat(removals()).isEqualTo(before);
		assertThat(number("EXISTS", "order")).isZero();
		this.queue.offer("next");
		assertThat(this.queue.list()).containsExactly("next");
	}

	/** How often the server has removed something from a sorted set, in scripts too. */
	private long removals() {
		return server().commandCalls().getOrDefault("zrem", 0L);
	}

}
