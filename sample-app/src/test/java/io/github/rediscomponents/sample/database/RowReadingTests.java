// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Posts;
import io.github.rediscomponents.sample.fixture.Sales;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Rows become records without an exception for each column: H2 writes every
 * {@code SQLException} of a database file to a trace file, under one lock.
 */
class RowReadingTests {

	@Test
	void readingRowsRaisesNoSqlException(@TempDir Path folder) throws IOException {
		Guide.Settings settings = new Guide.Settings().with("city-guide.ops.enabled", "true")
			.with("spring.datasource.url", "jdbc:h2:file:" + folder.resolve("city") + ";MODE=MySQL;LOCK_TIMEOUT=10000");
		try (Guide guide = Guide.start(settings)) {
			readEverything(guide);
		}
		Path trace = folder.resolve("city.trace.db");
		assertThat(Files.exists(trace) ? Files.readString(trace) : "").doesNotContain("Column \"");
	}

	private static void readEverything(Guide guide) {
		String token = guide.tokenOf(1);
		long sale = Sales.create(guide, 3);
		long post = Posts.publish(guide, 2);
		Posts.follow(guide, 1, 2);
		guide.post("/voucher-order/seckill/" + sale, token).assertDone();
		Sales.awaitOrders(guide, sale, 1);
		guide.put("/user/info/update", token, "{\"birthday\":\"2000-01-01\",\"gender\":false}").assertDone();
		guide.put("/user/nickname", token, "{\"nickName\":\"a\"}").assertDone();
		guide.post("/voucher-order/buy/1", token).assertDone();
		for (String path : new String[] { "/user/info/1", "/shop-type/list", "/shop/3", "/shop/of/type?typeId=1",
				"/shop/of/type?typeId=1&x=120.1&y=30.3", "/shop/of/name?name=a", "/shop/suggest", "/voucher/list/3",
				"/voucher-order/me", "/blog/hot", "/blog/" + post, "/blog/of/me", "/blog/of/user?id=2",
				"/blog/of/follow?lastId=" + Long.MAX_VALUE, "/user/2", "/user/info/2", "/activity/latest" }) {
			guide.get(path, token).assertDone();
		}
		guide.bean(JdbcClient.class)
			.sql("INSERT INTO tb_voucher_order_refused (id, user_id, voucher_id, reason, create_time) "
					+ "VALUES (7, 1, 3, 'RULE', LOCALTIMESTAMP(3))")
			.update();
		assertThat(guide.get("/voucher-order/7", token).data().path("status").asInt()).isEqualTo(4);
		Posts.leave(guide, 2, 1000);
		await().until(() -> Posts.untold(guide) == 0);
		guide.put("/shop", token, "{\"id\":3,\"sold\":4}").assertDone();
		await().until(() -> guide.get("/ops/history").text().contains("Test sale #" + sale));
	}

}
