// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults in each phase of a rush, after one another, and with a database that is away.
 */
class RushFaultTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private Guide guide;

	private RedisServer redis;

	@BeforeEach
	void start() {
		start("30s");
	}

	private void start(String patience) {
		this.guide = Guide.start(new Guide.Settings().without("spring.data.redis.host")
			.without("spring.data.redis.port")
			.with("redis-components.embedded.enabled", "true")
			.with("redis-components.embedded.port", "0")
			.with("city-guide.demo.database-port", "0")
			.with("city-guide.demo.rush-patience", patience)
			.with("city-guide.demo.redis-away", "2s")
			.with("spring.datasource.hikari.connection-timeout", "300"));
		this.redis = this.guide.bean(RedisServer.class);
	}

	@AfterEach
	void stop() {
		this.guide.close();
	}

	@Test
	void aFaultWhoseEffectsCannotBeCountedDoesNotHappen() {
		try (HeldPool pool = new HeldPool(this.guide)) {
			Rushes.send(this.guide, "/rush/fault/redis-kill").assertStatus(503);
			Rushes.send(this.guide, "/rush/fault/redis-empty").assertStatus(503);
		}
		assertThat(this.redis.isRunning()).isTrue();
		assertThat(Rushes.state(this.guide).path("events").size()).isZero();
		Rushes.send(this.guide, "/rush/fault/redis-kill").assertDone();
		assertThat(Rushes.promises(aftermath("redis-kill"))).hasSize(3)
			.allSatisfy((line) -> assertThat(line.path("kept").asBoolean()).as(line.toString()).isTrue());
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-kill", "redis-empty" })
	void thereIsNoOtherFaultWhileTheEffectsOfOneAreLookedAt(String first) {
		Rushes.send(this.guide, "/rush/fault/" + first).assertDone();
		assertThat(Rushes.state(this.guide).at("/aftermath/lasting").asBoolean()).isTrue();
		for (String fault : List.of("redis-kill", "redis-empty")) {
			assertThat(Rushes.send(this.guide, "/rush/fault/" + fault).assertRefused().text())
				.containsAnyOf("The effects of a fault are still looked at.", "Redis is down already.");
		}
		aftermath(first);
		assertThat(Rushes.state(this.guide).path("events").size()).isEqualTo(first.equals("redis-kill") ? 2 : 1);
		Rushes.send(this.guide, "/rush/fault/redis-empty").assertDone();
		assertThat(this.guide
			.send(this.guide.request("/rush/fault/redis-empty", null)
				.header("X-Requested-By", "city-guide")
				.header("Accept-Language", "zh")
				.POST(BodyPublishers.noBody()))
			.assertRefused()
			.text()).contains("上一个故障的影响还在观察中");
	}

	@Test
	void aRedisThatHangsIsNotWaitedForHalfAMinute() {
		this.redis.pause();
		try {
			long begin = System.nanoTime();
			assertThat(Rushes.send(this.guide, "/rush/fault/redis-empty").assertStatus(503).text())
				.contains("Redis does not answer.");
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
		}
		finally {
			this.redis.resume();
		}
		assertThat(Rushes.state(this.guide).path("events").size()).isZero();
	}

	@Test
	void aRedisThatRefusesIsSaid() {
		this.redis.command("ACL", "SETUSER", "default", "-flushall");
		assertThat(Rushes.send(this.guide, "/rush/fault/redis-empty").assertStatus(503).text())
			.contains("Redis refuses to be emptied.");
		assertThat(Rushes.state(this.guide).path("events").size()).isZero();
	}

	@Test
	void whoeverPressesTwiceWhileRedisHangsIsToldSoAtOnce() throws Exception {
		this.redis.pause();
		try {
			CompletableFuture<Answer> one = CompletableFuture
				.supplyAsync(() -> Rushes.send(this.guide, "/rush?buyers=200"));
			CompletableFuture<Answer> two = CompletableFuture
				.supplyAsync(() -> Rushes.send(this.guide, "/rush?buyers=200"));
			assertThat(List.of(one.get().text(), two.get().text()))
				.anyMatch((text) -> text.contains("There is a rush already."));
		}
		finally {
			this.redis.resume();
		}
	}

	@Test
	void anApplicationThatEndsDoesNotLeaveItsRush() {
		Guide.Settings settings = new Guide.Settings(this.redis);
		try (Guide staying = Guide.start(settings)) {
			DistributedLock locks = staying.bean(DistributedLock.class);
			try (Guide ending = Guide.start(settings)) {
				Rushes.begin(ending, 200);
				Rushes.awaitAccepted(ending, 20);
				assertThat(locks.get("rush").info().held()).isTrue();
			}
			assertThat(locks.get("rush").info().held()).isFalse();
			assertThat(keys(settings.value("redis-components.key-prefix") + ":session:*")).isEmpty();
			assertThat(staying.bean(JdbcClient.class)
				.sql("SELECT status FROM tb_voucher WHERE id = (SELECT MAX(voucher_id) FROM tb_rush_sale)")
				.query(Integer.class)
				.single()).isEqualTo(3);
		}
	}

	private List<?> keys(String pattern) {
		return (List<?>) Objects.requireNonNull(this.redis.command("KEYS", pattern));
	}

	@Test
	void theLookGoesOnUntilTheDatabaseIsBack() {
		Rushes.send(this.guide, "/rush/fault/redis-empty").assertDone();
		try (HeldPool pool = new HeldPool(this.guide)) {
			// Ten reads take a second.
			await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
		}
		assertThat(Rushes.kept(aftermath("redis-empty"), "ORDERS")).isEqualTo("0 before, 0 after");
	}

	@Test
	void ordersOfADeletedVoucherAreNotLost() {
		JdbcClient jdbc = this.guide.bean(JdbcClient.class);
		jdbc.sql("INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time) "
				+ "SELECT 7, MIN(u.id), MIN(v.id), 1, LOCALTIMESTAMP(3) FROM tb_user u, tb_voucher v")
			.update();
		jdbc.sql("INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time) "
				+ "SELECT 8, MIN(u.id), MAX(v.id), 1, LOCALTIMESTAMP(3) FROM tb_user u, tb_voucher v")
			.update();
		Rushes.send(this.guide, "/rush/fault/redis-empty").assertDone();
		long voucher = jdbc.sql("SELECT voucher_id FROM tb_voucher_order WHERE id = 8").query(Long.class).single();
		jdbc.sql("DELETE FROM tb_voucher_order WHERE id = 8").update();
		jdbc.sql("DELETE FROM tb_seckill_voucher WHERE voucher_id = ?").param(voucher).update();
		jdbc.sql("DELETE FROM tb_voucher WHERE id = ?").param(voucher).update();
		assertThat(Rushes.kept(aftermath("redis-empty"), "ORDERS")).isEqualTo("1 before, 1 after");
	}

	@Test
	void redisIsKilledWhileTheSaleAndTheLoginsAreMade() {
		Rushes.begin(this.guide, 200);
		assertThat(phase()).isEqualTo("PREPARING");
		Rushes.send(this.guide, "/rush/fault/redis-kill").assertDone();
		assertAllKept(Rushes.end("Rush, Redis killed before the first buyer", this.guide));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void redisLosesItsDataAfterTheLastAnswer(boolean killed) {
		Rushes.begin(this.guide, 200);
		await().atMost(PATIENCE).until(() -> Rushes.state(this.guide).at("/rush/stored").asInt() == 50);
		try (HeldPool pool = new HeldPool(this.guide)) {
			await().atMost(PATIENCE).until(() -> phase().equals("SETTLING"));
			if (killed) {
				this.redis.kill();
			}
			else {
				this.redis.command("FLUSHALL");
			}
		}
		if (killed) {
			await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
			this.redis.restart();
		}
		assertAllKept(Rushes.end("Rush, data lost after the last answer", this.guide));
	}

	@Test
	void redisIsKilledWhileTheRushIsCleanedUp() {
		Rushes.begin(this.guide, 200);
		await().atMost(PATIENCE)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(5))
			.until(() -> phase().equals("CLEANING"));
		this.redis.kill();
		await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
		assertThat(phase()).isEqualTo("CLEANING");
		this.redis.restart();
		assertAllKept(Rushes.end("Rush, Redis killed while it is cleaned up", this.guide));
	}

	@Test
	void aSaleThatIsNotRetiredIsSaid() {
		this.guide.close();
		start("5s");
		Rushes.begin(this.guide, 200);
		Rushes.awaitAccepted(this.guide, 50);
		String prefix = this.guide.context().getEnvironment().getRequiredProperty("redis-components.key-prefix");
		long voucher = this.guide.bean(JdbcClient.class)
			.sql("SELECT MAX(voucher_id) FROM tb_rush_sale")
			.query(Long.class)
			.single();
		String orders = keys(prefix + ":*").stream()
			.map(String::valueOf)
			.filter((key) -> key.contains("{sale:" + voucher + "}") && "stream".equals(this.redis.command("TYPE", key)))
			.findFirst()
			.orElseThrow();
		// As an entry of a newer release, which is left to its instances for ten minutes.
		this.redis.command("XADD", orders, "*", "unknown", "entry");
		JsonNode rush = await().atMost(PATIENCE)
			.until(() -> Rushes.state(this.guide).path("rush"),
					(seen) -> List.of("DONE", "NOT_CLEANED", "FAILED").contains(seen.path("phase").asString()));
		assertThat(rush.path("phase").asString()).isEqualTo("NOT_CLEANED");
		assertAllKept(rush);
		Rushes.begin(this.guide, 200);
	}

	@Test
	void theLockIsHeldInAllPhasesWhateverRedisLoses() {
		DistributedLock locks = this.guide.bean(DistributedLock.class);
		Rushes.begin(this.guide, 200);
		for (String phase : List.of("PREPARING", "BUYING")) {
			await().atMost(PATIENCE).until(() -> phase().equals(phase));
			assertThat(locks.get("rush").info().held()).isTrue();
			this.redis.command("FLUSHALL");
			assertThat(locks.get("rush").info().held()).isFalse();
			await().atMost(Duration.ofSeconds(1)).until(() -> locks.get("rush").info().held());
		}
		assertAllKept(Rushes.end("Rush, emptied twice", this.guide));
		assertThat(locks.get("rush").info().held()).isFalse();
	}

	private String phase() {
		return Rushes.state(this.guide).at("/rush/phase").asString();
	}

	private JsonNode aftermath(String fault) {
		return await().atMost(Duration.ofMinutes(1))
			.until(() -> Rushes.state(this.guide).path("aftermath"),
					(seen) -> seen.path("fault").asString().equals(fault) && !seen.path("lasting").asBoolean());
	}

	private static void assertAllKept(JsonNode rush) {
		assertThat(Rushes.promises(rush)).hasSize(9)
			.allSatisfy((line) -> assertThat(line.path("kept").asBoolean()).as(line.toString()).isTrue());
		assertThat(Rushes.kept(rush, "OWNED")).isEqualTo("50 of 50");
		assertThat(Rushes.kept(rush, "AGREED")).isEqualTo("0 and 0 left, 50 and 50 buyers");
	}

}
