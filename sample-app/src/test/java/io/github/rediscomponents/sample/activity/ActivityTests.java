// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.activity;

import java.util.List;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The latest activities.
 */
class ActivityTests {

	@Test
	void ordersPostsAndLikesAreToldTheNewestFirstAndTenAtMost() {
		try (Guide guide = Guide.start(new Guide.Settings())) {
			assertThat(guide.get("/activity/latest").list()).isEmpty();
			long voucher = Sales.create(guide, 5);
			Sales.order(guide, voucher, guide.tokenOf(10)).assertDone();
			await().untilAsserted(() -> assertThat(guide.get("/activity/latest").list()).hasSize(1));
			long post = guide.post("/blog", guide.tokenOf(11), "{\"title\":\"Noodles\",\"content\":\"b\",\"shopId\":3}")
				.data()
				.asLong();
			guide.put("/blog/like/" + post, guide.tokenOf(12)).assertDone();
			guide.put("/blog/like/" + post, guide.tokenOf(12)).assertDone();
			List<JsonNode> latest = guide.get("/activity/latest").list();
			assertThat(latest).extracting((one) -> one.path("kind").asString())
				.containsExactly("like", "post", "order");
			assertThat(latest).extracting((one) -> one.path("userId").asLong()).containsExactly(12L, 11L, 10L);
			assertThat(latest.get(0).path("blogId").asLong()).isEqualTo(post);
			assertThat(latest.get(0).path("title").asString()).isEqualTo("Noodles");
			assertThat(latest.get(1).path("shopId").asLong()).isEqualTo(3);
			assertThat(latest.get(1).path("shopName").asString()).startsWith("新白鹿");
			assertThat(latest.get(2).has("blogId")).isFalse();
			for (long user = 20; user < 32; user++) {
				guide.put("/blog/like/" + post, guide.tokenOf(user)).assertDone();
			}
			assertThat(guide.get("/activity/latest").list()).extracting((one) -> one.path("userId").asLong())
				.containsExactly(31L, 30L, 29L, 28L, 27L, 26L, 25L, 24L, 23L, 22L);
		}
	}

}
