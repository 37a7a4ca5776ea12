// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.autoconfigure.AutoConfigureRedisComponents;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What testing.md shows of tests of an application.
 */
class SliceExampleTests {

	@Nested
	@SpringBootTest(classes = Stock.class)
	@AutoConfigureRedisComponents
	class StockTests {

		@Autowired
		Stock stock;

		@Test
		void sellsWhatThereIs(RedisServer redis) {
			redis.command("SET", "stock:tea", "1");
			assertThat(this.stock.sell("tea")).isTrue();
			assertThat(this.stock.sell("tea")).isFalse();
		}

	}

	static class Stock {

		private final StringRedisTemplate redis;

		Stock(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Locked(name = "stock", key = "#item")
		boolean sell(String item) {
			String key = "stock:" + item;
			long left = Long.parseLong(this.redis.opsForValue().get(key));
			if (left == 0) {
				return false;
			}
			this.redis.opsForValue().set(key, Long.toString(left - 1));
			return true;
		}

	}

}
