// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Rushes;
import io.github.rediscomponents.sample.voucher.Voucher;
import io.github.rediscomponents.sample.voucher.VoucherStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A rush at the press of a button.
 */
class RushTests {

	private static Guide guide;

	@BeforeAll
	static void start() {
		guide = Guide.start(new Guide.Settings());
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void twoHundredBuyersOfFiftyPiecesMakeFiftyOrders() {
		Rushes.begin(guide, 200);
		assertThat(Rushes.send(guide, "/rush?buyers=200").assertRefused().text()).contains("There is a rush already");
		JsonNode rush = Rushes.end("Rush, one instance", guide);
		assertThat(rush.path("stock").asInt()).isEqualTo(50);
		assertThat(rush.path("accepted").asInt()).isEqualTo(50);
		assertThat(rush.path("refused").asInt()).isEqualTo(350);
		assertThat(rush.path("unclear").asInt()).isZero();
		assertThat(rush.path("stored").asInt()).isEqualTo(50);
		assertThat(Rushes.promises(rush)).hasSize(9);
		assertThat(Rushes.kept(rush, "ANSWERED")).isEqualTo("200 of 200");
		assertThat(Rushes.kept(rush, "ACCEPTED")).isEqualTo("50 accepted, 50 expected, 0 in doubt");
		assertThat(Rushes.kept(rush, "ONE_EACH")).isEqualTo("50 ids, 50 different, 0 users with several");
		assertThat(Rushes.kept(rush, "STORED")).isEqualTo("50 of 50");
		assertThat(Rushes.kept(rush, "OWNED")).isEqualTo("50 of 50");
		assertThat(Rushes.kept(rush, "TOLD")).isEqualTo("0 orders, 0 more of buyers whose answer was lost");
		assertThat(Rushes.kept(rush, "STOCK")).isEqualTo("0 of 50 left");
		assertThat(Rushes.kept(rush, "AGREED")).isEqualTo("0 and 0 left, 50 and 50 buyers");
		assertThat(Rushes.kept(rush, "NOT_NEGATIVE")).matches("the lowest of [1-9][0-9]* looks is 0");
		assertRetired();
		assertTheCurveIsWhatHappened(rush);
	}

	private static void assertTheCurveIsWhatHappened(JsonNode rush) {
		JsonNode curve = rush.path("curve");
		int points = curve.path("times").size();
		assertThat(points).isGreaterThan(10);
		curve.path("lines").forEach((line) -> assertThat(line.path("values").size()).isEqualTo(points));
		JsonNode accepted = curve.path("lines").get(3);
		assertThat(accepted.path("name").asString()).isEqualTo("accepted");
		assertThat(accepted.path("values").get(points - 1).asInt()).isEqualTo(50);
		assertThat(guide.get("/rush?from=" + (points - 1)).data().at("/rush/curve/times").size()).isOne();
		assertThat(guide.get("/rush?from=1000000").data().at("/rush/curve/times").size()).isZero();
		assertThat(guide.get("/rush?from=-1").data().at("/rush/curve/times").size()).isEqualTo(points);
	}

	private static void assertRetired() {
		JdbcClient jdbc = guide.bean(JdbcClient.class);
		long voucher = jdbc.sql("SELECT MAX(voucher_id) FROM tb_rush_sale").query(Long.class).single();
		assertThat(jdbc.sql("SELECT status FROM tb_voucher WHERE id = ?").param(voucher).query(Integer.class).single())
			.isEqualTo(3);
		assertThat(jdbc
			.sql("SELECT COUNT(*) FROM tb_user u JOIN tb_voucher_order o ON o.user_id = u.id "
					+ "WHERE u.account LIKE 'rush:%' AND o.voucher_id = ?")
			.param(voucher)
			.query(Long.class)
			.single()).isEqualTo(50);
		StringRedisTemplate redis = guide.bean(StringRedisTemplate.class);
		String prefix = guide.context().getEnvironment().getRequiredProperty("redis-components.key-prefix");
		await().untilAsserted(() -> assertThat(redis.keys(prefix + ":*{sale:" + voucher + "}*")).isEmpty());
		guide.get("/voucher/list/1").list().forEach((one) -> assertThat(one.path("id").asLong()).isNotEqualTo(voucher));
	}

	@Test
	void theSaleOfAKilledInstanceIsEndedAndDeletedButNotOneThatIsOnlyNamedLikeIt() {
		VoucherStore vouchers = guide.bean(VoucherStore.class);
		JdbcClient jdbc = guide.bean(JdbcClient.class);
		LocalDateTime now = LocalDateTime.now();
		// As a killed instance leaves it, and as any manager can write it.
		long left = vouchers.insert(sale(Voucher.ON, now.plusHours(1)));
		long old = vouchers.insert(sale(3, now.minusMinutes(1)));
		for (long one : List.of(left, old)) {
			jdbc.sql("INSERT INTO tb_rush_sale (voucher_id) VALUES (?)").param(one).update();
		}
		long forged = vouchers.insert(sale(Voucher.ON, now.plusHours(1)));
		long ended = vouchers.insert(sale(3, now.minusMinutes(1)));
		Rushes.begin(guide, 200);
		Rushes.end("Rush after a killed one", guide);
		assertThat(vouchers.find(left).orElseThrow().status()).isEqualTo(3);
		assertThat(vouchers.find(left).orElseThrow().endTime()).isBefore(LocalDateTime.now());
		assertThat(vouchers.find(old)).isEmpty();
		assertThat(vouchers.find(forged).orElseThrow().status()).isEqualTo(Voucher.ON);
		assertThat(vouchers.find(ended)).isPresent();
	}

	private static Voucher sale(int status, LocalDateTime end) {
		return new Voucher(0, 1, "Rush of 200 buyers", "city-guide rush", "", 100, 1000, Voucher.SECKILL, status, 50,
				end.minusHours(2).truncatedTo(ChronoUnit.MILLIS), end.truncatedTo(ChronoUnit.MILLIS));
	}

	@Test
	void anApplicationThatEndsDoesNotLeaveItsRush() {
		Guide.Settings settings = new Guide.Settings();
		try (Guide staying = Guide.start(settings)) {
			DistributedLock locks = staying.bean(DistributedLock.class);
			try (Guide ending = Guide.start(settings)) {
				Rushes.begin(ending, 200);
				Rushes.awaitAccepted(ending, 20);
				assertThat(locks.get("rush").info().held()).isTrue();
			}
			assertThat(locks.get("rush").info().held()).isFalse();
			assertThat(staying.bean(StringRedisTemplate.class)
				.keys(settings.value("redis-components.key-prefix") + ":session:*")).isEmpty();
			assertThat(staying.bean(JdbcClient.class)
				.sql("SELECT status FROM tb_voucher WHERE id = (SELECT MAX(voucher_id) FROM tb_rush_sale)")
				.query(Integer.class)
				.single()).isEqualTo(3);
		}
	}

	@Test
	void nobodyLogsInAsABuyer() {
		Rushes.begin(guide, 200);
		Rushes.end("Rush, whose buyers are nobody", guide);
		List<String> accounts = guide.bean(JdbcClient.class)
			.sql("SELECT account FROM tb_user WHERE nick_name LIKE 'buyer!_0%' ESCAPE '!'")
			.query(String.class)
			.list();
		assertThat(accounts).hasSizeGreaterThanOrEqualTo(200);
		guide.post("/user/code?phone=" + Guide.encode(accounts.get(0))).assertRefused();
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-200", "201", "100000" })
	void aRushHasOneOfThreeSizes(String buyers) {
		Rushes.send(guide, "/rush?buyers=" + buyers).assertRefused();
	}

	@Test
	void whatIsNotANumberIsAClientError() {
		Rushes.send(guide, "/rush?buyers=many").assertStatus(400);
		Rushes.send(guide, "/rush").assertStatus(400);
		guide.get("/rush?from=x").assertStatus(400);
		Rushes.send(guide, "/rush/fault/everything").assertStatus(404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/rush?buyers=200", "/rush/fault/redis-kill", "/rush/fault/redis-empty",
			"/rush/fault/other-kill" })
	void anotherPageCannotMakeABrowserDoIt(String path) {
		guide.post(path).assertStatus(403);
		HttpRequest.Builder simple = guide.request(path, null)
			.header("X-Requested-By", "city-guide")
			.POST(BodyPublishers.noBody());
		guide.send(simple.copy().header("Origin", "http://elsewhere.example")).assertStatus(403);
		guide.send(simple.copy().header("Origin", "null")).assertStatus(403);
		guide.send(simple.copy().header("Origin", "http://[")).assertStatus(403);
		guide.send(simple.copy().header("Sec-Fetch-Site", "cross-site")).assertStatus(403);
		guide.send(simple.copy().header("Sec-Fetch-Site", "same-site")).assertStatus(403);
	}

	@Test
	void anInstalledRedisIsNotTouched() {
		assertThat(Rushes.state(guide).path("faults").size()).isZero();
		for (String fault : List.of("redis-kill", "redis-empty", "other-kill")) {
			Rushes.send(guide, "/rush/fault/" + fault).assertRefused();
		}
		assertThat(guide.bean(StringRedisTemplate.class).getConnectionFactory().getConnection().ping())
			.isEqualTo("PONG");
	}

	@Test
	void elsewhereThereIsNoRush() throws Exception {
		try (Guide real = Guide.start(new Guide.Settings().profiles("redis")
			.with("spring.mail.host", "localhost")
			.with("spring.mail.port", "1"))) {
			real.get("/rush").assertStatus(404);
			Rushes.send(real, "/rush?buyers=200").assertStatus(404);
			Rushes.send(real, "/rush/fault/redis-empty").assertStatus(404);
			Rushes.send(real, "/rush/end").assertStatus(404);
			real.get("/js/views/rush.js").assertStatus(404);
			real.get("/css/rush.css").assertStatus(404);
		}
		Rushes.send(guide, "/rush/end").assertStatus(404);
	}

}
