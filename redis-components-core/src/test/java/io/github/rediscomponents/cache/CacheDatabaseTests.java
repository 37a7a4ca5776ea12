// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.rediscomponents.lock.fencing.TestedDatabase;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The writes of a cache in transactions of a real database. A database that is not
 * installed is skipped.
 */
@Timeout(120)
@ParameterizedClass(name = "{0}")
@EnumSource(TestedDatabase.class)
class CacheDatabaseTests {

	private static Optional<io.github.rediscomponents.lock.fencing.TestDatabase> database = Optional.empty();

	private final TestedDatabase tested;

	private final TestCaches caches = TestCaches.on(TestPorts.standalone());

	private final TypedCache<String, String> cache = this.caches.texts("c");

	private final Source source = new Source();

	private final JdbcTemplate rows = new JdbcTemplate(this.source);

	private final JdbcTransactionManager transactions = new JdbcTransactionManager(this.source);

	CacheDatabaseTests(TestedDatabase tested) {
		this.tested = tested;
	}

	@BeforeParameterizedClassInvocation
	static void start(TestedDatabase tested) throws IOException {
		database = tested.start();
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		database.ifPresent(io.github.rediscomponents.lock.fencing.TestDatabase::close);
	}

	@BeforeEach
	void createTable() {
		assumeTrue(database.isPresent(), this.tested + " is not installed");
		this.rows.execute("DROP TABLE IF EXISTS item");
		this.rows.execute("CREATE TABLE item (id VARCHAR(40) PRIMARY KEY, name VARCHAR(40) NOT NULL)");
		for (String id : List.of("k", "l", "m")) {
			this.rows.update("INSERT INTO item VALUES (?, 'old')", id);
			get(id);
		}
	}

	@AfterEach
	void close() {
		this.caches.close();
	}

	private TransactionTemplate transaction(Consumer<TransactionTemplate> settings) {
		TransactionTemplate template = new TransactionTemplate(this.transactions);
		settings.accept(template);
		return template;
	}

	private void inTransaction(Runnable action) {
		transaction((template) -> {
		}).executeWithoutResult((status) -> action.run());
	}

	private void rolledBack(Runnable action) {
		transaction((template) -> {
		}).executeWithoutResult((status) -> {
			action.run();
			status.setRollbackOnly();
		});
	}

	private String read(String id) {
		return this.rows.queryForObject("SELECT name FROM item WHERE id = ?", String.class, id);
	}

	private void write(String id, String name) {
		assertThat(this.rows.update("UPDATE item SET name = ? WHERE id = ?", name, id)).isEqualTo(1);
	}

	private String get(String id) {
		return this.cache.get(id, this::read);
	}

	private void change(String id, String name) {
		write(id, name);
		this.cache.invalidate(id);
	}

	@Test
	void aCommitInvalidatesAndARollbackDoesNot() {
		inTransaction(() -> {
			change("k", "new");
			this.cache.put("l", "put");
			assertThat(get("k")).isEqualTo("new");
			assertThat(TestDatabase.elsewhere(() -> get("k"))).isEqualTo("old");
			assertThat(TestDatabase.elsewhere(() -> get("l"))).isEqualTo("old");
		});
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(get("k")).isEqualTo("new");
		assertThat(get("l")).isEqualTo("put");
		SharedRedis.standalone().resetStats();
		rolledBack(() -> {
			change("k", "lost");
			this.cache.invalidateAll(List.of("l", "m"));
			this.cache.clear();
			assertThat(get("k")).isEqualTo("lost");
		});
		assertThat(SharedRedis.standalone().commandCalls()).doesNotContainKey("evalsha");
		assertThat(this.cache.peek("k").value()).isEqualTo("new");
		assertThat(get("k")).isEqualTo("new");
	}

	@Test
	void anInnerTransactionCommitsByItself() {
		rolledBack(() -> {
			change("k", "lost");
			transaction((template) -> template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW))
				.executeWithoutResult((inner) -> {
					assertThat(get("k")).isEqualTo("old");
					change("l", "new");
					assertThat(TestDatabase.elsewhere(() -> get("l"))).isEqualTo("old");
				});
			assertThat(TestDatabase.elsewhere(() -> get("l"))).isEqualTo("new");
			assertThat(get("k")).isEqualTo("lost");
			transaction((template) -> template.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED))
				.executeWithoutResult((none) -> {
					this.cache.invalidate("m");
					assertThat(this.cache.peek("m").isHit()).isFalse();
					assertThat(get("k")).isEqualTo("old");
				});
			assertThat(get("k")).isEqualTo("lost");
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
	}

	@Test
	void aSavepointThatIsRolledBackInvalidatesWhatItGave() {
		inTransaction(() -> {
			transaction((template) -> template.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED))
				.executeWithoutResult((nested) -> {
					write("k", "lost");
					this.cache.put("k", "lost");
					nested.setRollbackOnly();
				});
			assertThat(get("k")).isEqualTo("old");
		});
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(get("k")).isEqualTo("old");
	}

	@Test
	void aReadOnlyTransactionLoadsStoresAndInvalidatesAtItsEnd() {
		this.cache.invalidate("k");
		transaction((template) -> template.setReadOnly(true)).executeWithoutResult((status) -> {
			assertThat(get("k")).isEqualTo("old");
			assertThat(TestDatabase.elsewhere(() -> this.cache.peek("k").value())).isEqualTo("old");
			this.cache.invalidate("l");
			assertThat(TestDatabase.elsewhere(() -> this.cache.peek("l").isHit())).isTrue();
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
		assertThat(this.cache.peek("l").isHit()).isFalse();
	}

	@Test
	void aCommitThatTheDatabaseFailsInvalidates() {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> inTransaction(() -> {
			change("k", "lost");
			this.cache.put("l", "lost");
			killSession();
		}));
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.cache.peek("l").isHit()).isFalse();
		assertThat(get("k")).isEqualTo("old");
		assertThat(get("l")).isEqualTo("old");
	}

	/** Ends the session of the transaction of this thread, as an operator does. */
	private void killSession() {
		String own = switch (this.tested) {
			case H2 -> "SELECT SESSION_ID()";
			case MARIA_DB -> "SELECT CONNECTION_ID()";
			case POSTGRE_SQL -> "SELECT pg_backend_pid()";
		};
		long session = this.rows.queryForObject(own, Long.class);
		TestDatabase.elsewhere(() -> {
			switch (this.tested) {
				case H2 -> this.rows.queryForObject("CALL ABORT_SESSION(" + session + ")", Boolean.class);
				case MARIA_DB -> this.rows.execute("KILL " + session);
				case POSTGRE_SQL ->
					this.rows.queryForObject("SELECT pg_terminate_backend(" + session + ")", Boolean.class);
			}
			String sessions = switch (this.tested) {
				case H2 -> "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID = " + session;
				case MARIA_DB -> "SELECT COUNT(*) FROM information_schema.processlist WHERE id = " + session;
				case POSTGRE_SQL -> "SELECT COUNT(*) FROM pg_stat_activity WHERE pid = " + session;
			};
			await().atMost(Duration.ofMinutes(1)).until(() -> this.rows.queryForObject(sessions, Integer.class) == 0);
			return null;
		});
	}

	@Test
	void aWriteThroughThatTimesOutInvalidates() throws Exception {
		CountDownLatch locked = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		CompletableFuture<Void> other = CompletableFuture.runAsync(() -> inTransaction(() -> {
			write("k", "other");
			locked.countDown();
			try {
				proceed.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}));
		locked.await();
		Callable<Void> impatient = () -> {
			inTransaction(() -> {
				this.rows.execute(switch (this.tested) {
					case H2 -> "SET LOCK_TIMEOUT 200";
					case MARIA_DB -> "SET SESSION innodb_lock_wait_timeout = 1";
					case POSTGRE_SQL -> "SET lock_timeout = '200ms'";
				});
				write("k", "late");
			});
			return null;
		};
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.cache.writeThrough("k", impatient));
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(get("k")).isEqualTo("old");
		// The change that waits is not seen before its own invalidation.
		proceed.countDown();
		other.get();
		assertThat(get("k")).isEqualTo("old");
		this.cache.writeThrough("k", () -> {
			inTransaction(() -> write("k", "new"));
			return null;
		});
		assertThat(get("k")).isEqualTo("new");
	}

	@Test
	void tenThousandInvalidationsOfATransactionAreOneCommandEach() {
		List<String> ids = IntStream.range(0, 10_000).mapToObj((i) -> "i" + i).toList();
		inTransaction(() -> this.rows.batchUpdate("INSERT INTO item VALUES (?, 'old')", ids, 1000, (statement, id) -> {
			statement.setString(1, id);
		}));
		this.cache.putAll(Map.of("i0", "old", "i5000", "old", "i9999", "old"));
		SharedRedis.standalone().resetStats();
		inTransaction(() -> {
			assertThat(this.rows.update("UPDATE item SET name = 'new' WHERE id LIKE 'i%'")).isEqualTo(10_000);
			ids.forEach(this.cache::invalidate);
			assertThat(SharedRedis.standalone().commandCalls()).doesNotContainKey("evalsha");
		});
		Map<String, Long> calls = SharedRedis.standalone().commandCalls();
		assertThat(calls.get("evalsha")).isEqualTo(10_000);
		assertThat(calls.get("unlink")).isEqualTo(10_000);
		for (String id : List.of("i0", "i5000", "i9999")) {
			assertThat(get(id)).isEqualTo("new");
		}
	}

	/**
	 * A transaction that reads from a snapshot is a replica that lags.
	 */
	@Test
	void aFenceKeepsOutWhatATransactionLoadsFromAnOlderSnapshot() {
		this.caches.tuned(TestCaches.SETTINGS.withWriting(WritingSettings.defaults().withFence(Duration.ofMinutes(5))));
		transaction((template) -> template.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ))
			.executeWithoutResult((status) -> {
				assertThat(read("l")).isEqualTo("old");
				TestDatabase.elsewhere(() -> {
					inTransaction(() -> change("k", "new"));
					return null;
				});
				assertThat(get("k")).isEqualTo("old");
			});
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(get("k")).isEqualTo("new");
	}

	private static final class Source extends AbstractDataSource {

		@Override
		public Connection getConnection() throws SQLException {
			return database.orElseThrow().connect();
		}

		@Override
		public Connection getConnection(String username, String password) throws SQLException {
			return getConnection();
		}

	}

}
