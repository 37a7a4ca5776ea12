// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What fences in a database do, whichever database it is. A database that is not
 * installed is skipped.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(TestedDatabase.class)
class SqlFenceTests {

	private static Optional<TestDatabase> database = Optional.empty();

	private final List<Connection> connections = Collections.synchronizedList(new ArrayList<>());

	private final SqlFence fence = SqlFence.table("fence");

	private final FencedTable shops = FencedTable.of("shop", "id", "fence");

	private final TestedDatabase tested;

	SqlFenceTests(TestedDatabase tested) {
		this.tested = tested;
	}

	@BeforeParameterizedClassInvocation
	static void start(TestedDatabase tested) throws IOException {
		database = tested.start();
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		database.ifPresent(TestDatabase::close);
	}

	private Connection connect() throws SQLException {
		Connection connection = database.orElseThrow().connect();
		this.connections.add(connection);
		return connection;
	}

	private Connection transaction() throws SQLException {
		Connection connection = connect();
		connection.setAutoCommit(false);
		return connection;
	}

	@BeforeEach
	void createTables() throws SQLException {
		assumeTrue(database.isPresent(), this.tested + " is not installed");
		try (Statement statement = connect().createStatement()) {
			statement.execute("DROP TABLE IF EXISTS fence");
			statement.execute("DROP TABLE IF EXISTS shop");
			statement.execute("CREATE TABLE fence (resource VARCHAR(512) NOT NULL PRIMARY KEY, token BIGINT NOT NULL)");
			statement.execute("CREATE TABLE shop (id BIGINT PRIMARY KEY, stock INT, name VARCHAR(40), fence BIGINT)");
			statement.execute("INSERT INTO shop VALUES (1, 10, 'tea', NULL), (2, 20, 'coffee', 0)");
		}
	}

	@AfterEach
	void close() throws SQLException {
		for (Connection connection : this.connections) {
			if (!connection.getAutoCommit()) {
				connection.rollback();
			}
			connection.close();
		}
	}

	private @Nullable Object cell(String column, long shop) throws SQLException {
		try (Statement statement = connect().createStatement();
				ResultSet row = statement.executeQuery("SELECT " + column + " FROM shop WHERE id = " + shop)) {
			assertThat(row.next()).isTrue();
			return row.getObject(1);
		}
	}

	@Test
	void letsLaterHoldersThroughAndRefusesEarlierOnes() throws Exception {
		Connection connection = transaction();
		this.fence.enter(connection, "stock", 100);
		this.fence.enter(connection, "stock", 100);
		connection.commit();
		this.fence.enter(connection, "stock", 100);
		this.fence.enter(connection, "stock", 200);
		connection.commit();
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fence.enter(connection, "stock", 199))
			.satisfies((ex) -> assertThat(ex).returns(199L, StaleTokenException::token)
				.returns(200L, StaleTokenException::seen)
				.returns("stock", StaleTokenException::resource));
		this.fence.enter(connection, "other stock", 1);
	}

	@Test
	void forgetsATokenWhoseTransactionWasRolledBack() throws Exception {
		Connection connection = transaction();
		this.fence.enter(connection, "stock", 300);
		connection.rollback();
		this.fence.enter(connection, "stock", 200);
		connection.commit();
		this.fence.enter(connection, "stock", 300);
		connection.rollback();
		this.fence.enter(connection, "stock", 250);
	}

	@Test
	void holdsALaterHolderBackUntilAnEarlierOneHasCommitted() throws Exception {
		Connection first = transaction();
		this.fence.enter(first, "stock", 1);
		first.commit();
		this.fence.enter(first, "stock", 2);
		Connection second = transaction();
		FutureTask<Integer> later = new FutureTask<>(() -> {
			this.fence.enter(second, "stock", 3);
			int seen = stock(second);
			second.commit();
			return seen;
		});
		Thread thread = new Thread(later);
		thread.start();
		write(first, 77);
		// Nothing tells that the other one waits; if it did not, it would not see 77.
		TimeUnit.MILLISECONDS.timedJoin(thread, 150);
		assertThat(later.isDone()).isFalse();
		first.commit();
		assertThat(later.get(20, TimeUnit.SECONDS)).isEqualTo(77);
	}

	private static int stock(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("SELECT stock FROM shop WHERE id = 1 FOR UPDATE")) {
			row.next();
			return row.getInt(1);
		}
	}

	private static void write(Connection connection, int stock) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement("UPDATE shop SET stock = ? WHERE id = 1")) {
			statement.setInt(1, stock);
			statement.executeUpdate();
		}
	}

	@Test
	void letsExactlyTheLargestTokenBeTheLastToWriteWhoeverComesWhen() {
		int holders = 8;
		int times = 20;
		List<Callable<Integer>> contenders = new ArrayList<>();
		for (int i = 0; i < holders; i++) {
			int number = i;
			contenders.add(() -> {
				int refused = 0;
				Connection connection = transaction();
				for (int n = 1; n <= times; n++) {
					refused += writeOnce(connection, n * holders + number) ? 0 : 1;
				}
				return refused;
			});
		}
		List<Integer> refused = Concurrently.run(contenders);
		long largest = times * holders + holders - 1;
		assertThat(refused).hasSize(holders);
		assertThat(Concurrently.run(1, () -> cell("stock", 1))).containsExactly((int) largest);
	}

	/** Writes the token as the stock, unless a larger one is there. */
	private boolean writeOnce(Connection connection, int token) throws SQLException {
		while (true) {
			try {
				this.fence.enter(connection, "stock", token);
				assertThat(stock(connection)).isLessThanOrEqualTo(Math.max(10, token));
				write(connection, token);
				connection.commit();
				return true;
			}
			catch (StaleTokenException ex) {
				connection.rollback();
				return false;
			}
			catch (SQLException ex) {
				// A deadlock of two who came first at the same time: once more.
				connection.rollback();
				assertThat(String.valueOf(ex.getSQLState())).startsWith("40");
			}
		}
	}

	@Test
	void demandsATransactionAndSensibleArguments() throws Exception {
		Connection connection = connect();
		assertThatIllegalStateException().isThrownBy(() -> this.fence.enter(connection, "stock", 1))
			.withMessageContaining("autoCommit");
		assertThatIllegalArgumentException().isThrownBy(() -> this.fence.enter(connection, "", 1))
			.withMessageStartingWith("resource");
		assertThatIllegalArgumentException().isThrownBy(() -> this.fence.enter(connection, "stock", 0))
			.withMessageStartingWith("token");
		assertThatIllegalArgumentException().isThrownBy(() -> SqlFence.table("fence; DROP TABLE shop"))
			.withMessageStartingWith("table");
		assertThatIllegalArgumentException().isThrownBy(() -> SqlFence.table("a.b.c")).withMessageStartingWith("table");
		assertThatIllegalArgumentException().isThrownBy(() -> SqlFence.table("fence", "a b", "token"))
			.withMessageStartingWith("resourceColumn");
		assertThatIllegalArgumentException().isThrownBy(() -> FencedTable.of("shop", "id", "fence = 0 --"))
			.withMessageStartingWith("fenceColumn");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.shops.update(connection, 1, 5, Map.of("stock = 1 WHERE 1 = 1 OR id", 3)))
			.withMessageStartingWith("values");
		assertThatIllegalArgumentException().isThrownBy(() -> this.shops.update(connection, 1, 5, Map.of("FENCE", 3)))
			.withMessageStartingWith("values");
		assertThatIllegalArgumentException().isThrownBy(() -> this.shops.update(connection, 1, 5, Map.of()))
			.withMessageStartingWith("values");
	}

	@Test
	void takesAResourceNameAsAValueWhateverItContains() throws Exception {
		Connection connection = transaction();
		String nasty = "x' OR '1'='1";
		this.fence.enter(connection, nasty, 9);
		this.fence.enter(connection, "x", 1);
		connection.commit();
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> this.fence.enter(connection, nasty, 8));
	}

	@Test
	void updatesARowAndTellsARefusalFromAMissingRow() throws Exception {
		Connection connection = connect();
		assertThat(this.shops.update(connection, 1L, 100, Map.of("stock", 9))).isEqualTo(FencedWrite.WRITTEN);
		assertThat(this.shops.update(connection, 1L, 100, Map.of("stock", 8))).isEqualTo(FencedWrite.WRITTEN);
		assertThat(this.shops.update(connection, 1L, 100, Map.of("stock", 8))).isEqualTo(FencedWrite.WRITTEN);
		Map<String, @Nullable Object> values = new HashMap<>();
		values.put("stock", 7);
		values.put("name", null);
		assertThat(this.shops.update(connection, 1L, 200, values)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(this.shops.update(connection, 1L, 199, Map.of("stock", 1))).isEqualTo(FencedWrite.REFUSED);
		assertThat(this.shops.update(connection, 3L, 300, Map.of("stock", 1))).isEqualTo(FencedWrite.NO_ROW);
		assertThat(cell("stock", 1)).isEqualTo(7);
		assertThat(cell("name", 1)).isNull();
		assertThat(cell("fence", 1)).isEqualTo(200L);
		assertThat(cell("stock", 2)).isEqualTo(20);
	}

	@Test
	void seesWhatOthersWroteAlthoughTheTransactionBeganBefore() throws Exception {
		Connection old = transaction();
		old.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		assertThat(stockWithoutLock(old)).isEqualTo(10);
		assertThat(this.shops.update(connect(), 1L, 500, Map.of("stock", 5))).isEqualTo(FencedWrite.WRITTEN);
		assertThat(this.shops.update(old, 1L, 400, Map.of("stock", 4))).isEqualTo(FencedWrite.REFUSED);
		old.rollback();
		old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
		assertThat(stockWithoutLock(old)).isEqualTo(5);
		assertThat(this.shops.update(connect(), 1L, 600, Map.of("stock", 6))).isEqualTo(FencedWrite.WRITTEN);
		try {
			assertThat(this.shops.update(old, 1L, 550, Map.of("stock", 4))).isEqualTo(FencedWrite.REFUSED);
		}
		catch (SQLException ex) {
			// Some databases refuse a write to what changed since the transaction began.
			assertThat(cell("stock", 1)).isEqualTo(6);
		}
	}

	private static int stockWithoutLock(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("SELECT stock FROM shop WHERE id = 1")) {
			row.next();
			return row.getInt(1);
		}
	}

}
