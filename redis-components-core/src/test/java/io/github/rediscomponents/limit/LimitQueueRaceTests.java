// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link LimitQueue} does while many threads use it at once.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(value = RedisTopology.class, names = { "STANDALONE", "CLUSTER", "REPLICATION" })
@Tag("contract")
class LimitQueueRaceTests extends LimitQueueFixture {

	LimitQueueRaceTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void handsEachElementToOnePoller() {
		LimitQueue<String> queue = queue(LimitQueueSettings.of(1000));
		queue.offerAll(IntStream.range(0, 1000).mapToObj(String::valueOf).toList());
		List<List<String>> polled = Concurrently.run(8, () -> {
			List<String> mine = new ArrayList<>();
			queue(LimitQueueSettings.of(1000)).poll().ifPresent(mine::add);
			for (var next = queue.poll(); next.isPresent(); next = queue.poll()) {
				mine.add(next.get());
			}
			return mine;
		});
		assertThat(polled.stream().flatMap(List::stream)).hasSize(1000).doesNotHaveDuplicates();
	}

	@ParameterizedTest
	@EnumSource
	void isNeverLongerThanItsLengthWhileManyWriteAndItIsResized(Dedupe dedupe) {
		LimitQueueSettings base = LimitQueueSettings.of(20).withDedupe(dedupe).withWindow(Duration.ofMillis(5));
		LiveSettings<LimitQueueSettings> settings = new LiveSettings<>(base);
		LimitQueue<String> resized = queue(settings);
		resized.keyedBy((value) -> value).offer("first");
		List<String> tooLong = new CopyOnWriteArrayList<>();
		AtomicInteger looks = new AtomicInteger();
		CountDownLatch writers = new CountDownLatch(8);
		List<Callable<Boolean>> actions = new ArrayList<>();
		for (int w = 0; w < 8; w++) {
			int writer = w;
			actions.add(() -> {
				// Every second one writes through an instance that follows the changes.
				LimitQueue<String> queue = ((writer % 2 == 0) ? resized : queue(settings)).keyedBy((value) -> value);
				for (int i = 0; i < 200 || looks.get() <= 20; i++) {
					int from = i * 7 + writer;
					queue.offerAll(IntStream.range(from, from + 30).mapToObj(String::valueOf).toList());
				}
				writers.countDown();
				return true;
			});
		}
		actions.add(() -> {
			for (int i = 0; writers.getCount() > 0; i++) {
				settings.swap(base.withLength((i % 2 == 0) ? 5 : 20));
				Thread.onSpinWait();
				resized.length();
			}
			return true;
		});
		actions.add(() -> {
			while (writers.getCount() > 0) {
				List<Long> seen = look();
				looks.incrementAndGet();
				if (seen.get(0) > seen.get(1) || !seen.get(0).equals(seen.get(2))) {
					tooLong.add(seen.toString());
				}
			}
			return true;
		});
		Concurrently.run(actions);
		assertThat(tooLong).isEmpty();
		assertThat(looks.get()).isGreaterThan(20);
	}

	@Test
	void hasAValueOnceHoweverManyOfferIt() {
		LimitQueueSettings settings = LimitQueueSettings.of(100).withDedupe(Dedupe.VALUE);
		List<OfferResult> results = Concurrently.repeat(8, 100, () -> queue(settings).offer("same"));
		assertThat(results.stream().mapToInt(OfferResult::added).sum()).isEqualTo(1);
		assertThat(results.stream().mapToInt(OfferResult::moved).sum()).isEqualTo(799);
		assertThat(queue(settings).list()).containsExactly("same");
	}

	@Test
	void letsExactlyOneOfManyInWithABusinessKey() {
		LimitQueueSettings settings = LimitQueueSettings.of(100).withDedupe(Dedupe.KEY);
		LimitQueue<String> queue = queue(settings);
		AtomicInteger number = new AtomicInteger();
		List<OfferResult> results = Concurrently.repeat(8, 100,
				() -> queue.offer("key-" + number.getAndIncrement() % 10, "value"));
		assertThat(results.stream().mapToInt(OfferResult::added).sum()).isEqualTo(10);
		assertThat(results.stream().mapToInt(OfferResult::refused).sum()).isEqualTo(790);
		assertThat(queue.size()).isEqualTo(10);
	}

}
