// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration;

import java.time.Duration;
import java.util.stream.Stream;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.migration.bucket.AfterCalls;
import io.github.rediscomponents.tutorial.migration.bucket.BeforeCalls;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From Bucket4j, with instances of neighbouring releases side by side.
 */
class BucketTests extends Scene {

	private final RedisComponents components = opened(process().build());

	private final ProxyManager<String> buckets = buckets();

	@Test
	void firstCallIsAdmittedBeforeAndAfter() {
		assertThat(new BeforeCalls(this.buckets).mayCall("anna")).isTrue();
		assertThat(new AfterCalls(this.components.rateLimiter()).mayCall("anna")).isTrue();
	}

	@Test
	void bothLimitsAdmitNoMoreThanTheLimit() {
		PolicyLimiter ours = this.components.rateLimiter()
			.policy(RatePolicy.of("calls", Limit.tokenBucket(1, Duration.ofDays(1), 3)));
		assertThat(old("anna")).as("an old instance").isTrue();
		BothLimits both = new BothLimits(this::old, ours);
		assertThat(Stream.generate(() -> both.tryAcquire("anna")).limit(4)).containsExactly(true, true, false, false);
		assertThat(ours.peek("anna").remaining()).as("the refused ones were given back").isEqualTo(1);
	}

	private boolean old(String tenant) {
		return this.buckets.builder()
			.build(tenant,
					() -> BucketConfiguration.builder()
						.addLimit((limit) -> limit.capacity(3).refillGreedy(1, Duration.ofDays(1)))
						.build())
			.tryConsume(1);
	}

	private ProxyManager<String> buckets() {
		RedisClient client = RedisClient.create(this.server.uri());
		opened(() -> client.shutdown(Duration.ZERO, Duration.ofSeconds(2)));
		return Bucket4jLettuce.casBasedBuilder(client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)))
			.build();
	}

}
