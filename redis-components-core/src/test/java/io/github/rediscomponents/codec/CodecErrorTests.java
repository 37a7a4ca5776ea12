// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.TestFactories;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.lock.fencing.FencedValues;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.ThrowingCodecs;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whatever a codec throws when it reads, it is one value that cannot be read.
 */
class CodecErrorTests {

	private final LettuceConnectionFactory factory = TestFactories.to(SharedRedis.standalone());

	private final RedisComponents components = RedisComponents.on(this.factory)
		.keyPrefix("t" + UUID.randomUUID())
		.commandTimeout(Duration.ofSeconds(30))
		.valueCodecs(new ThrowingCodecs())
		.settings(ComponentType.DELAY_QUEUE, Map.of("q", WorkQueueSettings.defaults()))
		.build();

	@AfterEach
	void close() {
		this.components.close();
		this.factory.destroy();
	}

	@ParameterizedTest
	@ValueSource(strings = { "linkage", "deep", "argument", "checked", "hostile" })
	void aCacheStoresItAndLoadsItAgain(String thrown) {
		TypedCache<String, String> cache = this.components.caches()
			.cache(CacheSpec.of("c", String.class, String.class)
				.codec(new ThrowingCodecs().<String>codec(String.class)));
		cache.put("k", thrown);
		assertThat(cache.get("k", (key) -> "loaded")).isEqualTo("loaded");
		cache.put("k", thrown);
		assertThat(cache.getAll(List.of("k"), (keys) -> Map.of("k", "loaded"))).containsEntry("k", "loaded");
	}

	@Test
	void aLimitQueueSkipsIt() {
		LimitQueue<String> queue = this.components.limitQueues().get("q", String.class, LimitQueueSettings.of(10));
		queue.offerAll(List.of("linkage", "deep", "argument", "checked", "hostile", "good"));
		assertThat(queue.list()).containsExactly("good");
		assertThat(queue.undecodable()).isEqualTo(5);
		assertThat(queue.poll()).contains("good");
	}

	@Test
	void aDelayQueueShowsTheTaskWithoutItsValue() {
		DelayQueue<String> queue = this.components.delayQueues().get("q", String.class);
		for (String thrown : List.of("linkage", "deep", "argument", "checked", "hostile", "good")) {
			queue.schedule(thrown, Duration.ofHours(1));
		}
		assertThat(queue.peek(10)).hasSize(6).filteredOn((task) -> task.value().isPresent()).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "linkage", "deep", "argument", "checked", "hostile" })
	void aFencedValueFailsAsItIsSaid(String thrown) {
		FencedValues<String> values = FencedValues.create(TestPorts.standalone(), new KeySpace("t"),
				new ThrowingCodecs().codec(String.class), Duration.ofMinutes(1), Duration.ofMinutes(2));
		String name = UUID.randomUUID().toString();
		values.set(name, thrown, 1);
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> values.get(name));
	}

	@Test
	@SuppressWarnings("NullAway")
	void nullIsNoValue() {
		ValueCodec<String> none = new ValueCodec<>() {

			@Override
			public byte[] encode(String value) {
				return new byte[0];
			}

			@Override
			public String decode(byte[] bytes) {
				return null;
			}

		};
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> CodecCalls.decode(none, new byte[3]))
			.withMessageContaining("3 bytes");
	}

}
