// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;

import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.TwoGuides;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Visitors of shops, on two instances.
 */
class VisitorTests extends TwoGuides {

	@BeforeAll
	static void start() {
		start(new Guide.Settings());
	}

	@Test
	void everyVisitorOfADayCountsOnce() {
		assertThat(visitors(one, "/shop/uv/4")).isZero();
		for (int i = 0; i < 3; i++) {
			one.get("/shop/4").assertDone();
			one.get("/shop/4", one.tokenOf(10)).assertDone();
			one.get("/shop/4", one.tokenOf(11)).assertDone();
		}
		assertThat(visitors(one, "/shop/uv/4")).isEqualTo(3);
		assertThat(visitors(two, "/shop/uv/4")).isEqualTo(3);
		two.get("/shop/4", two.tokenOf(11)).assertDone();
		two.get("/shop/4", two.tokenOf(12)).assertDone();
		await().until(() -> visitors(one, "/shop/uv/4") == 4);
		assertThat(visitors(one, "/shop/uv/5")).isZero();
	}

	@Test
	void anAddressThatIsNoneLosesNoOtherVisitor() {
		String shop = "/shop/2";
		HttpRequest.Builder request = one.request(shop, null).header("X-Forwarded-For", "a".repeat(6000));
		one.send(request.GET()).assertDone();
		one.get(shop, one.tokenOf(10)).assertDone();
		assertThat(visitors(one, "/shop/uv/2")).isEqualTo(2);
		one.send(one.request("/user/login", null)
			.header("X-Forwarded-For", "a".repeat(6000))
			.header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString("{\"phone\":\"13800138000\",\"code\":\"1\"}"))).assertRefused();
	}

	@Test
	void daysAreCountedAloneAndTogether() {
		UniqueCounter counter = one.bean(UniqueCounter.class);
		LocalDate today = counter.add("another", "x");
		counter.add("shop:6", today.minusDays(1), IntStream.range(0, 40).mapToObj((i) -> "v" + i).toList());
		counter.add("shop:6", today.minusDays(2), IntStream.range(30, 50).mapToObj((i) -> "v" + i).toList());
		assertThat(visitors(one, "/shop/uv/6?day=" + today)).isZero();
		assertThat(visitors(one, "/shop/uv/6?day=" + today.minusDays(1))).isEqualTo(40);
		assertThat(visitors(two, "/shop/uv/6?day=" + today.minusDays(2))).isEqualTo(20);
		assertThat(visitors(one, "/shop/uv/6?days=3")).isEqualTo(50);
		assertThat(visitors(one, "/shop/uv/6?&day=" + today.minusDays(1) + "&days=2")).isEqualTo(50);
	}

	@Test
	void aCrowdIsEstimated() {
		UniqueCounter counter = one.bean(UniqueCounter.class);
		List<String> crowd = IntStream.range(0, 5000).mapToObj((i) -> "visitor" + i).toList();
		for (int from = 0; from < crowd.size(); from += 1000) {
			counter.add("shop:7", crowd.subList(from, from + 1000));
		}
		assertThat(visitors(two, "/shop/uv/7")).isBetween(4800L, 5200L);
	}

	@Test
	void everyViewCounts() {
		for (int i = 0; i < 3; i++) {
			one.get("/shop/8", one.tokenOf(10)).assertDone();
			two.get("/shop/8", two.tokenOf(11)).assertDone();
		}
		await().until(() -> visitors(one, "/shop/pv/8") == 6);
		assertThat(visitors(two, "/shop/pv/8?days=100")).isEqualTo(6);
		assertThat(visitors(two, "/shop/uv/8")).isEqualTo(2);
		assertThat(visitors(one, "/shop/pv/8?day=" + LocalDate.now().minusDays(3))).isZero();
	}

	@Test
	void theMostViewedShopsOfTheDayHaveTheirNames() {
		ViewCounter views = one.bean(ViewCounter.class);
		List.of("1", "2", "3", "9", "10", "13")
			.forEach((shop) -> views.record("shop", shop, 100L * Long.parseLong(shop)));
		// A page that is none, of another application for example, and a shop that is
		// gone.
		views.record("shop", "98765", 10_000);
		views.record("shop", "x", 1);
		views.flush();
		List<JsonNode> popular = two.get("/shop/popular").list();
		assertThat(popular).extracting((shop) -> shop.path("id").asLong()).containsExactly(13L, 10L, 9L, 3L);
		assertThat(popular.get(0).path("views").asLong()).isEqualTo(1300);
		assertThat(popular.get(0).path("name").asString())
			.isEqualTo(two.get("/shop/13").data().path("name").asString());
	}

	@ParameterizedTest
	@CsvSource({ "/shop/uv/0, 200", "/shop/uv/99999, 200", "/shop/uv/1?days=0, 200", "/shop/uv/1?days=101, 200",
			"/shop/uv/1?day=today, 400", "/shop/uv/1?day=2026-02-30, 400", "/shop/uv/1?day=0001-01-01, 200",
			"/shop/uv/x, 400", "/shop/pv/0, 200", "/shop/pv/1?days=101, 200", "/shop/pv/x, 400" })
	void whatMakesNoSenseIsRefused(String path, int status) {
		one.get(path).assertStatus(status);
	}

	private static long visitors(Guide guide, String path) {
		return guide.get(path).data().asLong();
	}

}
