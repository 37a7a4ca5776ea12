// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How samples are taken and kept.
 */
class SamplerTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@Test
	void theOldestSamplesMakeRoomForNewOnes() {
		Ring ring = new Ring(3);
		for (int time = 1; time <= 5; time++) {
			ring.add(new Sample(time, Map.of()));
		}
		assertThat(ring.after(0)).extracting(Sample::time).containsExactly(3L, 4L, 5L);
		assertThat(ring.after(4)).extracting(Sample::time).containsExactly(5L);
		assertThat(ring.after(5)).isEmpty();
	}

	@Test
	void aLineThatBeginsLaterHasGapsBefore() {
		History history = History.of("8081-test", List.of(),
				List.of(new Sample(1, Map.of(new Sample.Line("a", "x"), 1.0)),
						new Sample(2, Map.of(new Sample.Line("a", "x"), 2.0, new Sample.Line("a", "b"), 5.0))));
		assertThat(history.times()).containsExactly(1L, 2L);
		assertThat(history.lines()).extracting(History.Line::name).containsExactly("b", "x");
		assertThat(history.lines().get(0).values()).containsExactly(null, 5.0);
		assertThat(history.lines().get(1).values()).containsExactly(1.0, 2.0);
	}

	@Test
	void ratesAreWhatWasAddedSinceTheLastSample() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		ComponentProbe probe = new ComponentProbe(new Meters(registry));
		read(probe);
		lookups(registry, "fresh", "local").increment(24);
		lookups(registry, "fresh", "redis").increment(6);
		lookups(registry, "miss", "redis").increment(10);
		registry.timer("redis.components.lock.acquire", "outcome", "acquired").record(Duration.ofMillis(30));
		registry.timer("redis.components.lock.acquire", "outcome", "timed_out").record(Duration.ofMillis(50));
		registry.counter("redis.components.ratelimit.decisions", "policy", "p", "outcome", "admitted").increment(7);
		registry.counter("redis.components.ratelimit.decisions", "policy", "p", "outcome", "remembered").increment(2);
		registry.counter("redis.components.views.counted").increment(11);
		registry.timer("redis.components.operation", "component", "likes").record(Duration.ofMillis(1));
		registry.counter("redis.components.bloom.tested", "answer", "absent").increment(3);
		assertThat(read(probe)).containsEntry("cache-hits rate", 75.0)
			.containsEntry("views counted", 11.0)
			.containsEntry("social likes", 1.0)
			.containsEntry("bloom absent", 3.0)
			.containsEntry("cache-hits local", 60.0)
			.containsEntry("cache-hits redis", 15.0)
			.containsEntry("cache-loads lookups", 40.0)
			.containsEntry("lock-rate acquired", 1.0)
			.containsEntry("lock-rate timed_out", 1.0)
			.containsEntry("lock-wait mean", 40.0)
			.containsEntry("limiter admitted", 7.0)
			.containsEntry("limiter rejected", 2.0);
		assertThat(read(probe)).containsEntry("cache-loads lookups", 0.0)
			.containsEntry("limiter admitted", 0.0)
			.doesNotContainKeys("cache-hits rate", "lock-wait mean");
	}

	private static Counter lookups(MeterRegistry registry, String result, String level) {
		return registry.counter("redis.components.cache.gets", "cache", "shop", "result", result, "level", level);
	}

	private static Map<String, Double> read(Probe probe) {
		Map<String, Double> found = new java.util.HashMap<>();
		probe.read((plot, name, value) -> {
			if (Double.isFinite(value)) {
				found.put(plot + " " + name, value);
			}
		});
		return found;
	}

	@Test
	void aProbeThatHangsOrFailsLeavesAGapInItsOwnLineOnly() throws InterruptedException {
		CountDownLatch never = new CountDownLatch(1);
		AtomicInteger failed = new AtomicInteger();
		Sampler sampler = new Sampler(true, () -> true, (time) -> {
		}, List.of((reading) -> reading.put("a", "quick", 1)), List.of((reading) -> {
			reading.put("a", "hangs", 1);
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}, (reading) -> {
			if (failed.incrementAndGet() > 1) {
				throw new IllegalStateException("away");
			}
			reading.put("a", "fails", 1);
		}));
		sampler.start();
		try {
			await().atMost(PATIENCE).until(() -> sampler.after(0).size() >= 3 && failed.get() > 2);
			assertThat(sampler.after(0))
				.allSatisfy((sample) -> assertThat(sample.values()).containsEntry(new Sample.Line("a", "quick"), 1.0)
					.doesNotContainKey(new Sample.Line("a", "hangs")));
		}
		finally {
			sampler.stop();
		}
		assertThat(sampler.isRunning()).isFalse();
	}

}
