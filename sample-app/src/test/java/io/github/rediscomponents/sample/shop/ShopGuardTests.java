// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.LoginKeys;
import io.github.rediscomponents.sample.fixture.TwoGuides;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The filter that stands before the cache of shops, at two instances.
 */
class ShopGuardTests extends TwoGuides {

	private static final Duration DUST = Duration.ofSeconds(60);

	private static final AtomicInteger UNKNOWN = new AtomicInteger(7_000_001);

	@BeforeAll
	static void start() {
		Guide.Settings settings = new Guide.Settings().with("redis-components.bloom-filter.filters.shop.settle",
				"500ms");
		start(settings, CountingShopStore.class);
	}

	@BeforeEach
	void awaitTheFilter() {
		await().atMost(DUST).until(() -> filter(one).test("999999999") == Membership.ABSENT);
		await().atMost(DUST).until(() -> filter(two).test("999999999") == Membership.ABSENT);
		// A cache that found no filter looks for one again after a second.
		await().atMost(DUST).until(() -> costsNoQuery(one, UNKNOWN) && costsNoQuery(two, UNKNOWN));
		CountingShopStore.LOADS.set(0);
	}

	@Test
	void idsThatNoShopHasCostNoQuery() {
		for (int i = 0; i < 200; i++) {
			(((i % 2) == 0) ? one : two).get("/shop/" + (5_000_000 + i)).assertRefused();
		}
		assertThat(CountingShopStore.LOADS).hasValue(0);
		one.get("/shop/" + create(two)).assertDone();
		assertThat(CountingShopStore.LOADS).hasValue(1);
	}

	@Test
	void aShopIsThereAtOnceForBothThatTurnedItAwayBefore() {
		for (int i = 0; i < 2; i++) {
			Guide creator = (i % 2 == 0) ? one : two;
			Guide reader = (i % 2 == 0) ? two : one;
			long next = create(creator) + 1;
			reader.get("/shop/" + next).assertRefused();
			assertThat(create(creator)).isEqualTo(next);
			assertThat(reader.get("/shop/" + next).data().path("name").asString()).isEqualTo("Guarded");
			creator.get("/shop/" + next).assertDone();
		}
	}

	@Test
	void withoutTheFilterAnIdThatNoShopHasIsRememberedForTwoMinutes() {
		StringRedisTemplate redis = one.bean(StringRedisTemplate.class);
		redis.delete(redis.keys(LoginKeys.prefix(one) + ":bloom-*"));
		one.get("/shop/6000000").assertRefused();
		two.get("/shop/6000000").assertRefused();
		assertThat(CountingShopStore.LOADS).hasValue(1);
		Set<String> entries = redis.keys(LoginKeys.prefix(one) + ":*6000000*");
		assertThat(entries).isNotEmpty();
		assertThat(redis.getExpire(entries.iterator().next(), TimeUnit.SECONDS)).isBetween(60L, 132L);
		long next = create(one) + 1;
		redis.delete(redis.keys(LoginKeys.prefix(one) + ":bloom-*"));
		two.get("/shop/" + next).assertRefused();
		assertThat(create(one)).isEqualTo(next);
		two.get("/shop/" + next).assertDone();
	}

	@Test
	void brokenAndForeignEntriesHealThemselves() {
		StringRedisTemplate redis = one.bean(StringRedisTemplate.class);
		for (String content : List.of("", "rubbish", "{\"id\":7,\"name\":\"of another application\"}",
				"\u0001".repeat(200))) {
			// What is in the memory of an instance is not read from Redis.
			one.bean(CacheClient.class).clear("shop");
			redis.opsForValue().set(entry(7), content);
			assertThat(one.get("/shop/7").data().path("id").asLong()).isEqualTo(7);
			assertThat(two.get("/shop/7").data().path("name")).isEqualTo(one.get("/shop/7").data().path("name"));
		}
		one.bean(CacheClient.class).clear("shop");
		redis.delete(entry(7));
		redis.opsForHash().put(entry(7), "field", "value");
		CountingShopStore.LOADS.set(0);
		assertThat(one.get("/shop/7").data().path("id").asLong()).isEqualTo(7);
		two.get("/shop/7").assertDone();
		one.get("/shop/7").assertDone();
		assertThat(CountingShopStore.LOADS.get()).isLessThanOrEqualTo(1);
	}

	@Test
	void shopsLeaveTheCacheOneByOne() {
		StringRedisTemplate redis = one.bean(StringRedisTemplate.class);
		Set<Long> seconds = new HashSet<>();
		for (long id = 1; id <= 14; id++) {
			redis.delete(entry(id));
			one.get("/shop/" + id).assertDone();
			seconds.add(redis.getExpire(entry(id), TimeUnit.SECONDS));
		}
		assertThat(seconds).hasSizeGreaterThan(7).allSatisfy((left) -> assertThat(left).isBetween(30L * 60, 45L * 60));
	}

	private static String entry(long id) {
		return LoginKeys.prefix(one) + ":cache:{shop:" + id + "}";
	}

	@Test
	void aFilterThatIsLostTurnsNobodyAwayAndComesBack() {
		long shop = create(one);
		String unknown = "/shop/7000000";
		StringRedisTemplate redis = one.bean(StringRedisTemplate.class);
		Set<String> keys = redis.keys(LoginKeys.prefix(one) + ":bloom-*");
		assertThat(keys).isNotEmpty();
		redis.delete(keys);
		one.get(unknown).assertRefused();
		two.get(unknown).assertRefused();
		two.get("/shop/" + shop).assertDone();
		awaitTheFilter();
		for (int i = 0; i < 50; i++) {
			assertThat(costsNoQuery((i % 2 == 0) ? one : two, UNKNOWN)).isTrue();
		}
		two.get("/shop/" + shop).assertDone();
		one.get("/shop/14").assertDone();
	}

	private static boolean costsNoQuery(Guide guide, AtomicInteger next) {
		int before = CountingShopStore.LOADS.get();
		guide.get("/shop/" + next.getAndIncrement()).assertRefused();
		return CountingShopStore.LOADS.get() == before;
	}

	private static BloomFilter filter(Guide guide) {
		return guide.bean(BloomFilter.class);
	}

	private static long create(Guide guide) {
		return guide.post("/shop", guide.tokenOf(1), "{\"name\":\"Guarded\",\"typeId\":9,\"x\":120.1,\"y\":30.3}")
			.data()
			.asLong();
	}

}
