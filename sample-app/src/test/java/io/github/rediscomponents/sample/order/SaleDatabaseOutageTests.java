// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Crowd;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.GuideProcess;
import io.github.rediscomponents.sample.fixture.MariaDbServer;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.sample.fixture.Tokens;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A database that is killed and away for twenty seconds, and one that has stopped: what
 * was acknowledged is kept, what needs the database is refused in time. Skipped where
 * MariaDB is not installed.
 */
class SaleDatabaseOutageTests {

	private static final Duration OUTAGE = Duration.ofSeconds(20);

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static MariaDbServer database;

	private static RedisServer redis;

	private static Tokens tokens;

	private static GuideProcess guide;

	private static JdbcClient jdbc;

	@BeforeAll
	static void start() throws SQLException {
		Optional<MariaDbServer> server = MariaDbServer.start();
		if (server.isEmpty()) {
			System.out.println("SaleDatabaseOutageTests are skipped: mariadbd is not installed");
		}
		Assumptions.assumeTrue(server.isPresent(), "mariadbd is not installed");
		database = server.get();
		database.createDatabase("city_guide");
		redis = RedisServer.start();
		Guide.Settings settings = new Guide.Settings(redis)
			// As the application has it, but Redis is not away.
			.without("spring.datasource.hikari.connection-timeout")
			.profiles("mariadb", "demo")
			.without("spring.datasource.url")
			.with("DB_HOST", "127.0.0.1")
			.with("DB_PORT", String.valueOf(database.port()))
			.with("DB_USER", "root");
		tokens = new Tokens(settings);
		guide = GuideProcess.start(settings);
		jdbc = JdbcClient.create(new DriverManagerDataSource(url(), "root", ""));
	}

	@AfterAll
	static void stop() {
		Stream.of(guide, tokens, redis, database).filter(Objects::nonNull).forEach((one) -> {
			try {
				one.close();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		});
	}

	private static String url() {
		return "jdbc:mariadb://127.0.0.1:" + database.port() + "/city_guide";
	}

	@Test
	void ordersAreAcceptedWhileTheDatabaseIsAwayAndStoredWhenItIsBack() {
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
		await().atMost(PATIENCE).ignoreExceptions().until(() -> orders(voucher) == 300);
		Duration took = Duration.ofNanos(System.nanoTime() - back);
		System.out.printf(
				"Sale, database killed for %d ms: %d ids told until then, 300 in stock, %d ids told in all: %d orders, all stored %d ms after it was back%n",
				away.toMillis(), accepted, crowd.told().size(), orders(voucher), took.toMillis());
		assertThat(accepted).isEqualTo(200);
		assertThat(crowd.told()).hasSize(300)
			.allSatisfy((id) -> assertThat(jdbc.sql("SELECT status FROM tb_voucher_order WHERE id = ?")
				.param(Long.parseLong(id))
				.query(Integer.class)
				.single()).isEqualTo(1));
		assertThat(crowd.refusals().get("Sold out.")).hasValue(100);
		assertThat(jdbc.sql("SELECT COUNT(*) FROM tb_voucher_order_refused").query(Long.class).single()).isZero();
	}

	@Test
	void whoeverNeedsADatabaseThatHasStoppedIsToldSo() throws Exception {
		long voucher = Sales.create(guide, tokens.of(1), 1);
		String token = tokens.of(5);
		String chat = guide.put("/chat/with/4", token).data().asString();
		String account = Guide.randomAccount();
		String code = guide.post("/user/code?phone=" + account).data().asString();
		guide.get("/shop/3").assertDone();
		List<Callable<Answer>> requests = List.of(() -> guide.get("/voucher/list/3"), () -> guide.get("/user/2", token),
				() -> guide.put("/follow/2/true", token),
				() -> guide.post("/blog", token, "{\"title\":\"Stopped\",\"content\":\"a\",\"shopId\":3}", "stopped"),
				() -> guide.post("/chat/" + chat + "/messages", token, "{\"text\":\"a\",\"messageId\":\"stopped\"}"),
				() -> guide.post("/user/login", null, "{\"phone\":\"%s\",\"code\":\"%s\"}".formatted(account, code)));
		try (Connection locked = DriverManager.getConnection(url(), "root", "")) {
			locked.createStatement().execute("LOCK TABLES tb_blog WRITE");
			CompletableFuture<Answer> running = CompletableFuture.supplyAsync(() -> guide.get("/blog/hot"));
			await().atMost(PATIENCE)
				.until(() -> count("information_schema.processlist WHERE info LIKE '%b.liked DESC%' "
						+ "AND state LIKE 'Waiting%'") == 1);
			database.pause();
			try {
				running.join().assertStatus(503);
				assertThat(Concurrently.run(requests)).allSatisfy((answer) -> answer.assertStatus(503));
				guide.get("/shop/3").assertDone();
				guide.post("/voucher-order/seckill/" + voucher, token).assertDone();
			}
			finally {
				database.resume();
			}
		}
		for (Callable<Answer> request : requests.subList(0, 3)) {
			await().atMost(PATIENCE).untilAsserted(() -> request.call().assertDone());
		}
	}

	private static long count(String what) {
		return jdbc.sql("SELECT COUNT(*) FROM " + what).query(Long.class).single();
	}

	private static long orders(long voucher) {
		return count("tb_voucher_order WHERE voucher_id = " + voucher);
	}

}
