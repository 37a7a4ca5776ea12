// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.sample.fixture.Crowd;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.GuideProcess;
import io.github.rediscomponents.sample.fixture.MariaDbServer;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.sample.fixture.Tokens;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A flash sale whose database is killed and away for twenty seconds. Skipped where
 * MariaDB is not installed.
 */
class SaleDatabaseOutageTests {

	private static final Duration OUTAGE = Duration.ofSeconds(20);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	@Test
	void ordersAreAcceptedWhileTheDatabaseIsAwayAndStoredWhenItIsBack() throws SQLException {
		Optional<MariaDbServer> server = MariaDbServer.start();
		if (server.isEmpty()) {
			System.out.println("SaleDatabaseOutageTests are skipped: mariadbd is not installed");
		}
		Assumptions.assumeTrue(server.isPresent(), "mariadbd is not installed");
		try (MariaDbServer database = server.get(); RedisServer redis = RedisServer.start()) {
			database.createDatabase("city_guide");
			Guide.Settings settings = new Guide.Settings(redis).profiles("mariadb", "demo")
				.without("spring.datasource.url")
				.with("DB_HOST", "127.0.0.1")
				.with("DB_PORT", String.valueOf(database.port()))
				.with("DB_USER", "root");
			try (Tokens tokens = new Tokens(settings); GuideProcess guide = GuideProcess.start(settings)) {
				sell(database, tokens, guide);
			}
		}
	}

	private void sell(MariaDbServer database, Tokens tokens, GuideProcess guide) {
		JdbcClient jdbc = JdbcClient.create(
				new DriverManagerDataSource("jdbc:mariadb://127.0.0.1:" + database.port() + "/city_guide", "root", ""));
		List<Long> users = jdbc.sql("SELECT id FROM tb_user ORDER BY id LIMIT 400").query(Long.class).list();
		long voucher = Sales.create(guide, tokens.of(1), 300);
		Crowd crowd = new Crowd(tokens, voucher, List.of(guide));
		crowd.buy(users.subList(0, 100));
		database.crash();
		long crashed = System.nanoTime();
		crowd.buy(users.subList(100, 200));
		int accepted = crowd.told().size();
		String user = tokens.of(users.get(150));
		String order = crowd.orders().get(users.get(150));
		await().pollDelay(OUTAGE).atMost(OUTAGE.plus(PATIENCE)).until(() -> true);
		assertThat(guide.get("/voucher-order/" + order, user).data().path("status").asInt()).isZero();
		Duration away = Duration.ofNanos(System.nanoTime() - crashed);
		database.restart();
		long back = System.nanoTime();
		crowd.buy(users.subList(200, 400));
		await().atMost(PATIENCE).ignoreExceptions().until(() -> orders(jdbc, voucher) == 300);
		Duration took = Duration.ofNanos(System.nanoTime() - back);
		System.out.printf(
				"Sale, database killed for %d ms: %d ids told until then, 300 in stock, %d ids told in all: %d orders, all stored %d ms after it was back%n",
				away.toMillis(), accepted, crowd.told().size(), orders(jdbc, voucher), took.toMillis());
		assertThat(accepted).isEqualTo(200);
		assertThat(crowd.told()).hasSize(300)
			.allSatisfy((id) -> assertThat(jdbc.sql("SELECT status FROM tb_voucher_order WHERE id = ?")
				.param(Long.parseLong(id))
				.query(Integer.class)
				.single()).isEqualTo(1));
		assertThat(crowd.refusals().get("Sold out.")).hasValue(100);
		assertThat(jdbc.sql("SELECT COUNT(*) FROM tb_voucher_order_refused").query(Long.class).single()).isZero();
	}

	private static long orders(JdbcClient jdbc, long voucher) {
		return jdbc.sql("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ?")
			.param(voucher)
			.query(Long.class)
			.single();
	}

}
