// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.sample.fixture.HeldPool;
import io.github.rediscomponents.sample.fixture.Rushes;
import io.github.rediscomponents.sample.fixture.Sales;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults while a rush is prepared and while it is on.
 */
class RushPhaseTests extends EmbeddedRushGuide {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	@Test
	void redisIsKilledWhileTheSaleAndTheLoginsAreMade() throws SQLException {
		try (Connection transaction = beginHeld()) {
			assertThat(transaction.isValid(0)).isTrue();
			assertThat(phase()).isEqualTo("PREPARING");
			Rushes.send(this.guide, "/rush/fault/redis-kill").assertDone();
		}
		assertAllKept(Rushes.end("Rush, Redis killed before the first buyer", this.guide));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void redisLosesItsDataAfterTheLastAnswer(boolean killed) {
		Rushes.begin(this.guide, 200);
		await().atMost(PATIENCE)
			.pollInterval(Rushes.LOOKING)
			.until(() -> Rushes.state(this.guide).at("/rush/stored").asInt() == 50);
		try (HeldPool pool = new HeldPool(this.guide)) {
			await().atMost(PATIENCE).pollInterval(Rushes.LOOKING).until(() -> phase().equals("SETTLING"));
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
	void theLockIsHeldInAllPhasesWhateverRedisLoses() throws SQLException {
		DistributedLock locks = this.guide.bean(DistributedLock.class);
		try (Connection transaction = beginHeld()) {
			assertThat(transaction.isValid(0)).isTrue();
			assertThat(phase()).isEqualTo("PREPARING");
			assertAcquiredAgain(locks.get("rush"));
		}
		await().atMost(PATIENCE).until(() -> phase().equals("BUYING"));
		assertAcquiredAgain(locks.get("rush"));
		assertAllKept(Rushes.end("Rush, emptied twice", this.guide));
		assertThat(locks.get("rush").info().held()).isFalse();
	}

	private void assertAcquiredAgain(NamedLock lock) {
		String before = lock.info().holder().orElseThrow();
		this.redis.command("FLUSHALL");
		await().atMost(PATIENCE).until(() -> lock.info().holder().filter((now) -> !now.equals(before)).isPresent());
	}

	/**
	 * Begins a rush that has to end another one first, whose row is locked until the
	 * connection is closed.
	 */
	private Connection beginHeld() throws SQLException {
		long left = Sales.create(this.guide, 1);
		this.guide.bean(JdbcClient.class).sql("INSERT INTO tb_rush_sale (voucher_id) VALUES (?)").param(left).update();
		Connection transaction = this.guide.bean(DataSource.class).getConnection();
		transaction.setAutoCommit(false);
		assertThat(JdbcClient.create(new SingleConnectionDataSource(transaction, true))
			.sql("SELECT id FROM tb_voucher WHERE id = ? FOR UPDATE")
			.param(left)
			.query(Long.class)
			.single()).isEqualTo(left);
		Rushes.begin(this.guide, 200);
		return transaction;
	}

}
