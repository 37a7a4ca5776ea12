package io.github.rediscomponents.sample;

import java.time.Duration;
import java.util.Set;

import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.sample.shop.CountingShopStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The filter that stands before the cache of shops, at two instances.
 */
class ShopGuardTests {

	private static final Duration DUST = Duration.ofSeconds(60);

	private static Guide one;

	private static Guide two;

	@BeforeAll
	static void start() {
		Guide.Settings settings = new Guide.Settings().with("redis-components.command-timeout", "20s")
			.with("redis-components.bloom-filter.filters.shop.settle", "500ms")
			.with("redis-components.cache.caches.shop.command-timeout", "20s")
			.with("redis-components.cache.caches.shop.wait-timeout", "20s")
			.with("spring.data.redis.timeout", "20s");
		one = Guide.start(settings, CountingShopStore.class);
		two = Guide.start(settings, CountingShopStore.class);
	}

	@AfterAll
	static void stop() {
		one.close();
		two.close();
	}

	@BeforeEach
	void awaitTheFilter() {
		await().atMost(DUST).until(() -> filter(one).test("999999999") == Membership.ABSENT);
		await().atMost(DUST).until(() -> filter(two).test("999999999") == Membership.ABSENT);
		CountingShopStore.LOADS.set(0);
	}

	@Test
	void idsThatNoShopHasCostNoQuery() {
		for (int i = 0; i < 200; i++) {
			(((i % 2) == 0) ? one : two).get("/shop/" + (5_000_000 + i)).assertRefused();
		}
		assertThat(CountingShopStore.LOADS).hasValue(0);
		one.get("/shop/9").assertDone();
		assertThat(CountingShopStore.LOADS).hasValue(1);
	}

	@Test
	void aShopIsThereAtOnceForBothThatTurnedItAwayBefore() {
		for (int i = 0; i < 10; i++) {
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
		one.get("/shop/7000001").assertRefused();
		two.get("/shop/7000002").assertRefused();
		assertThat(CountingShopStore.LOADS).hasValue(0);
		two.get("/shop/" + shop).assertDone();
		one.get("/shop/14").assertDone();
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
