// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;

import io.github.rediscomponents.sample.fixture.HeldPool;
import io.github.rediscomponents.sample.fixture.Rushes;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults beside a rush, after one another, and with a database that is away.
 */
class RushFaultTests extends EmbeddedRushGuide {

	@Test
	void aFaultWhoseEffectsCannotBeCountedDoesNotHappen() {
		try (HeldPool pool = new HeldPool(this.guide)) {
			Rushes.send(this.guide, "/rush/fault/redis-kill").assertStatus(503);
			Rushes.send(this.guide, "/rush/fault/redis-empty").assertStatus(503);
		}
		assertThat(this.redis.isRunning()).isTrue();
		assertThat(Rushes.state(this.guide).path("events").size()).isZero();
		Rushes.send(this.guide, "/rush/fault/redis-kill").assertDone();
		assertThat(Rushes.promises(Rushes.aftermath(this.guide, "redis-kill"))).hasSize(3)
			.allSatisfy((line) -> assertThat(line.path("kept").asBoolean()).as(line.toString()).isTrue());
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-kill", "redis-empty" })
	void thereIsNoOtherFaultWhileTheEffectsOfOneAreLookedAt(String first) {
		Rushes.send(this.guide, "/rush/fault/" + first).assertDone();
		// The orders cannot be counted in the end.
		try (HeldPool pool = new HeldPool(this.guide)) {
			assertThat(Rushes.state(this.guide).at("/aftermath/lasting").asBoolean()).isTrue();
			for (String fault : List.of("redis-kill", "redis-empty")) {
				assertThat(Rushes.send(this.guide, "/rush/fault/" + fault).assertRefused().text())
					.containsAnyOf("The effects of a fault are still looked at.", "Redis is down already.");
			}
		}
		Rushes.aftermath(this.guide, first);
		assertThat(Rushes.state(this.guide).path("events").size()).isEqualTo(first.equals("redis-kill") ? 2 : 1);
		Rushes.send(this.guide, "/rush/fault/redis-empty").assertDone();
		try (HeldPool pool = new HeldPool(this.guide)) {
			assertThat(this.guide
				.send(this.guide.request("/rush/fault/redis-empty", null)
					.header("X-Requested-By", "city-guide")
					.header("Accept-Language", "zh")
					.POST(BodyPublishers.noBody()))
				.assertRefused()
				.text()).contains("上一个故障的影响还在观察中");
		}
	}

	@Test
	void aRedisThatHangsIsNotWaitedForHalfAMinute() {
		this.redis.pause();
		try {
			long begin = System.nanoTime();
			assertThat(Rushes.send(this.guide, "/rush/fault/redis-empty").assertStatus(503).text())
				.contains("Redis does not answer.");
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(25));
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
	void whoeverPressesTwiceWhileRedisHangsIsToldSoAtOnce() {
		this.redis.pause();
		try {
			assertThat(Concurrently.run(8, () -> Rushes.send(this.guide, "/rush?buyers=200").text()))
				.anyMatch((text) -> text.contains("There is a rush already."));
		}
		finally {
			this.redis.resume();
		}
	}

	@Test
	void theLookGoesOnUntilTheDatabaseIsBack() {
		Rushes.send(this.guide, "/rush/fault/redis-empty").assertDone();
		try (HeldPool pool = new HeldPool(this.guide)) {
			// Ten reads take a second.
			await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
		}
		assertThat(Rushes.kept(Rushes.aftermath(this.guide, "redis-empty"), "ORDERS")).isEqualTo("0 before, 0 after");
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
		long voucher = jdbc.sql("SELECT voucher_id FROM tb_voucher_order WHERE id = 8").query(Long.class).single();
		Rushes.send(this.guide, "/rush/fault/redis-empty").assertDone();
		// They are not counted again before.
		try (HeldPool pool = new HeldPool(this.guide)) {
			JdbcClient alone = pool.jdbc();
			alone.sql("DELETE FROM tb_voucher_order WHERE id = 8").update();
			alone.sql("DELETE FROM tb_seckill_voucher WHERE voucher_id = ?").param(voucher).update();
			alone.sql("DELETE FROM tb_voucher WHERE id = ?").param(voucher).update();
		}
		assertThat(Rushes.kept(Rushes.aftermath(this.guide, "redis-empty"), "ORDERS")).isEqualTo("1 before, 1 after");
	}

}
