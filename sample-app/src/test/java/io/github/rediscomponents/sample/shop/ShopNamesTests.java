// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.SharedRedis;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Loads of the index of names that end at the same time.
 */
class ShopNamesTests {

	private static final int ROUNDS = 300;

	@Test
	void ofLoadsThatEndTogetherOneKnowsThatTheIndexIsNotComplete() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", SharedRedis.standalone().port()));
		factory.afterPropertiesSet();
		factory.start();
		try (RedisComponents components = RedisComponents.on(factory)
			.keyPrefix("t" + UUID.randomUUID())
			.commandTimeout(Duration.ofSeconds(30))
			.build()) {
			PrefixIndex<String> index = components.prefixIndexes()
				.get("shop", String.class, PrefixIndexSettings.defaults());
			ShopNames one = new ShopNames(index);
			ShopNames two = new ShopNames(index);
			for (int round = 0; round < ROUNDS; round++) {
				CyclicBarrier together = new CyclicBarrier(2);
				List<Boolean> completed = Concurrently.run(Stream.of(one, two).<Callable<Boolean>>map((names) -> () -> {
					String mark = names.begin();
					together.await();
					return names.complete(mark);
				}).toList());
				assertThat(completed.contains(false) || one.isComplete()).isTrue();
				if (completed.contains(false)) {
					assertThat(one.complete(one.begin())).isTrue();
				}
				assertThat(two.isComplete()).isTrue();
			}
		}
		finally {
			factory.destroy();
		}
	}

}
