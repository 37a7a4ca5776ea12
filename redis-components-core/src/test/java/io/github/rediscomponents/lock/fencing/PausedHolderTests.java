// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LeaseEnds;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A holder that is stopped after its last check writes when somebody else has the lock.
 */
class PausedHolderTests {

	private static final Duration PATIENCE = Duration.ofSeconds(40);

	private final String name = "stock " + UUID.randomUUID();

	private final Background background = new Background();

	private final DistributedLock locks = LettuceLocks.create(TestPorts.standalone(), new KeySpace("t"),
			new LiveSettings<>(LockSettings.defaults()), this.background);

	private final FencedValues<String> values = LateWriter.values(TestPorts.standalone());

	private Server h2;

	private String url;

	private Connection database;

	@BeforeEach
	void createTables() throws Exception {
		this.h2 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
		this.url = "jdbc:h2:tcp://localhost:" + this.h2.getPort() + "/mem:paused-holders";
		this.database = DriverManager.getConnection(this.url);
		try (Statement statement = this.database.createStatement()) {
			statement.execute("CREATE TABLE fence (resource VARCHAR(512) PRIMARY KEY, token BIGINT NOT NULL)");
			statement.execute("CREATE TABLE shop (id BIGINT PRIMARY KEY, stock INT, fence BIGINT)");
			statement.execute("INSERT INTO shop VALUES (1, 10, 0)");
		}
	}

	@AfterEach
	void close() throws Exception {
		this.database.close();
		this.h2.stop();
		this.locks.close();
		this.background.close();
	}

	private void write(Lease lease) throws Exception {
		assertThat(this.values.set(this.name, "mine", lease.token())).isEqualTo(FencedWrite.WRITTEN);
		assertThat(FencedTable.of("shop", "id", "fence").update(this.database, 1, lease.token(), Map.of("stock", 9)))
			.isEqualTo(FencedWrite.WRITTEN);
		this.database.setAutoCommit(false);
		SqlFence.table("fence").enter(this.database, lease);
		this.database.commit();
		this.database.setAutoCommit(true);
	}

	private int stock() throws Exception {
		try (Statement statement = this.database.createStatement();
				ResultSet row = statement.executeQuery("SELECT stock FROM shop WHERE id = 1")) {
			row.next();
			return row.getInt(1);
		}
	}

	@Test
	void isRefusedEverywhere() throws Exception {
		try (ChildJvm child = ChildJvm.start(LateWriter.class, SharedRedis.standalone().uri(), this.url, this.name,
				"30000")) {
			child.awaitLine("checked"::equals);
			child.pause();
			LeaseEnds.pass(SharedRedis.standalone(), this.name);
			try (Lease lease = this.locks.get(this.name).tryAcquire(PATIENCE).orElseThrow()) {
				write(lease);
			}
			child.resume();
			child.send("go");
			child.awaitLine("redis REFUSED"::equals);
			child.awaitLine("row REFUSED"::equals);
			child.awaitLine("guard REFUSED"::equals);
		}
		assertThat(this.values.get(this.name).orElseThrow().value()).isEqualTo("mine");
		assertThat(stock()).isEqualTo(9);
	}

	@Test
	void writesAsLongAsNobodyElseWasThere() throws Exception {
		try (ChildJvm child = ChildJvm.start(LateWriter.class, SharedRedis.standalone().uri(), this.url, this.name,
				"30000")) {
			child.awaitLine("checked"::equals);
			child.send("go");
			child.awaitLine("redis WRITTEN"::equals);
			child.awaitLine("row WRITTEN"::equals);
			child.awaitLine("guard WRITTEN"::equals);
		}
		assertThat(stock()).isEqualTo(-1);
	}

	@Test
	void isRefusedAfterAFixedLeaseHasPassedAndSomebodyElseCame() throws Exception {
		// Connecting counts too.
		this.locks.get(this.name).info();
		LockOptions brief = LockOptions.noWait().withLease(Duration.ofMillis(400));
		Lease late = this.locks.get(this.name).tryAcquire(brief).orElseThrow();
		try (Lease lease = this.locks.get(this.name).tryAcquire(PATIENCE).orElseThrow()) {
			write(lease);
			assertThat(this.values.set(this.name, "late", late.token())).isEqualTo(FencedWrite.REFUSED);
			SqlFence fence = SqlFence.table("fence");
			JdbcDataSource source = new JdbcDataSource();
			source.setURL(this.url);
			assertThatExceptionOfType(StaleTokenException.class)
				.isThrownBy(() -> fence.call(source, late, (connection) -> stock()));
			assertThat(fence.<Integer, Exception>call(source, lease, (connection) -> stock())).isEqualTo(9);
			assertThatExceptionOfType(IllegalStateException.class)
				.isThrownBy(() -> fence.call(source, lease, (connection) -> {
					connection.createStatement().executeUpdate("UPDATE shop SET stock = 0");
					throw new IllegalStateException("no");
				}));
			assertThat(stock()).isEqualTo(9);
		}
	}

}
